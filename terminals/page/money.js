// Money as the house writes it. Amounts are whole numbers of the smallest unit; nothing is ever rounded away.

let look = { symbol: "$", after: false, decimals: 2, point: ".", group: "," };

export const moneyLooks = (settings) => (look = settings);

/** `$1,234.50`; whole amounts stand without decimals. */
export function money(amount) {
  const scale = 10 ** look.decimals;
  const whole = String(Math.trunc(Math.abs(amount) / scale)).replace(/\B(?=(\d{3})+$)/g, look.group);
  const part = Math.abs(amount) % scale;
  const text = part ? whole + look.point + String(part).padStart(look.decimals, "0") : whole;
  const sign = amount < 0 ? "−" : "";
  return look.after ? `${sign}${text} ${look.symbol}` : `${sign}${look.symbol}${text}`;
}

/** As it fits on a chip: `5`, `2.5K`. */
export function onChip(amount) {
  const value = amount / 10 ** look.decimals;
  if (value >= 1e6) return `${+(value / 1e6).toFixed(2)}M`;
  if (value >= 1e4 || (value >= 1e3 && value % 100 === 0)) return `${+(value / 1e3).toFixed(2)}K`;
  return String(+value.toFixed(look.decimals));
}

/** How a person types an amount here. */
export const decimals = () => look.decimals;
export const point = () => look.point;
