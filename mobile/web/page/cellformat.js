// Numbers of a spreadsheet as it shows them. Only dates and times matter: they are numbers underneath, and gene names
// that became dates are known by how the date reads.

const DAY = 86_400_000;
/** @type {Record<string, number>} */
const IN_A_DAY = { h: 24, m: 1440, s: 86_400 };
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The formats that files name by number alone, after ECMA-376, part 1, 18.8.30. @type {Record<number, string>} */
export const BUILT_IN = {
  14: "m/d/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm",
  21: "h:mm:ss", 22: "m/d/yyyy h:mm", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
};

/** Parts of a format: elapsed time, colours and locales, text as it is, blanks of a width, then letters of dates. */
const PART = /\[(h+|m+|s+)\]|\[[^\]]*\]|"([^"]*)"|\\(.)|[_*].|(AM\/PM|A\/P)|(y+|m+|d+|h+|s+(?:\.0+)?)|(.)/gi;

/**
 * A number as its format shows it: dates and times as such, other numbers in full.
 * @param {number} number
 * @param {string} format
 * @param {boolean} [from1904] whether days are counted from 1904 on, as old Macs did
 */
export function shown(number, format, from1904 = false) {
  const parts = [...format.split(";", 1)[0].matchAll(PART)];
  const days = from1904 ? number + 1462 : number;
  if (!parts.some((p) => p[1] || p[5]) || days < 0 || days >= 2_958_466) return String(number);
  // The first day is a 1900-01-01, and there is a 1900-02-29, which never was.
  const date = new Date(Date.UTC(1899, 11, 30) + Math.round((days < 60 ? days + 1 : days) * DAY));
  const noon = parts.some((p) => p[4]);
  return parts.map((p, i) => part(p, date, days, noon, isMinute(parts, i))).join("");
}

/**
 * Whether an m is minutes: after hours or before seconds.
 * @param {RegExpExecArray[]} parts
 * @param {number} at
 */
function isMinute(parts, at) {
  const letters = parts.map((p) => (p[1] ?? p[5] ?? "").slice(0, 1).toLowerCase());
  return letters.slice(0, at).findLast(Boolean) === "h" || letters.slice(at + 1).find(Boolean) === "s";
}

/**
 * @param {RegExpExecArray} p
 * @param {Date} date
 * @param {number} days
 * @param {boolean} noon whether hours end at 12
 * @param {boolean} minute
 */
function part([, elapsed, quoted, escaped, half, letters, other], date, days, noon, minute) {
  if (elapsed) return pad(Math.floor(days * IN_A_DAY[elapsed[0].toLowerCase()] + 1e-6), elapsed.length);
  if (half) return (date.getUTCHours() < 12 ? "AM" : "PM").slice(0, half.length === 3 ? 1 : 2);
  if (letters) return ofDate(letters.toLowerCase(), date, noon, minute);
  return quoted ?? escaped ?? other ?? "";
}

/**
 * @param {string} letters
 * @param {Date} date
 * @param {boolean} noon
 * @param {boolean} minute
 */
function ofDate(letters, date, noon, minute) {
  const n = letters.length, month = MONTHS[date.getUTCMonth()], day = DAYS[date.getUTCDay()];
  switch (letters[0]) {
    case "y":
      return n > 2 ? String(date.getUTCFullYear()) : pad(date.getUTCFullYear() % 100, 2);
    case "d":
      return n > 3 ? day : n === 3 ? day.slice(0, 3) : pad(date.getUTCDate(), n);
    case "h":
      return pad(noon ? date.getUTCHours() % 12 || 12 : date.getUTCHours(), n);
    case "s":
      return pad(date.getUTCSeconds(), letters.replace(/\..*/, "").length);
    default:
      if (minute) return pad(date.getUTCMinutes(), n);
      return n > 4 ? month[0] : n === 4 ? month : n === 3 ? month.slice(0, 3) : pad(date.getUTCMonth() + 1, n);
  }
}

/**
 * @param {number} number
 * @param {number} digits
 */
function pad(number, digits) {
  return String(number).padStart(digits, "0");
}
