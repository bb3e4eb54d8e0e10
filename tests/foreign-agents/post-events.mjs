/** Events of a streamed answer. A provider that is busy is asked again, three times in all. */
export async function postEvents(url, { headers, body }) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `foreign-agent/1.0 (${process.pid})`, ...headers },
      body: JSON.stringify(body),
    });
    if (response.ok) return eventsOf(response.body);
    const text = await response.text();
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy || attempt === 3) throw new Error(`the provider answered ${response.status}: ${text.slice(0, 300)}`);
  }
}

async function* eventsOf(body) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const payload = block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .join('\n');
      if (payload !== '' && payload !== '[DONE]') yield JSON.parse(payload);
    }
  }
}
