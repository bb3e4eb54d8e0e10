// Defect: never reads its stdin, so that the pipe fills.
setInterval(() => {}, 1 << 30);
