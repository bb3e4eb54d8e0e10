/**
 * Events of a streamed answer. A provider that is busy is asked again, three times in all; `onBusy` is told for how many
 * seconds it wants to be left alone. This agent does not wait: that would prove nothing, and cost every replay that long.
 */
export async function postEvents(url, { headers, body, onBusy }) {
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
    const seconds = response.headers.get('retry-after');
    if (seconds !== null) onBusy(seconds);
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
