// Money as the house writes it. Amounts are whole numbers of the smallest unit; nothing is ever rounded away.
// Consoles write it the same: `config/text/money.py`, held to the same cases.

let look = { symbol: "$", after: false, decimals: 2, point: ".", group: "," };

export const moneyLooks = (settings) => (look = settings);

/** `$1,234.50`, always with its decimals. */
export function money(amount) {
  const digits = String(Math.abs(amount)).padStart(look.decimals + 1, "0");
  const cut = digits.length - look.decimals;
  const whole = digits.slice(0, cut).replace(/\B(?=(\d{3})+$)/g, look.group);
  const text = look.decimals ? whole + look.point + digits.slice(cut) : whole;
  const sign = amount < 0 ? "−" : "";
  return look.after ? `${sign}${text} ${look.symbol}` : `${sign}${look.symbol}${text}`;
}

/** As it stands on a note: `$20`. */
export function inNotes(amount) {
  const text = money(amount);
  const none = look.point + "0".repeat(look.decimals);
  return look.decimals && text.includes(none) && amount % 10 ** look.decimals === 0 ? text.replace(none, "") : text;
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
