// Numbers, sizes and times for people.

const WHOLE = new Intl.NumberFormat("en");
const SHORT = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

export function count(number) {
  return WHOLE.format(number);
}

export function bytes(number) {
  let value = number;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${SHORT.format(value)} ${UNITS[unit]}`;
}

export function millis(number) {
  return number < 1000 ? `${SHORT.format(number)} ms` : seconds(number / 1000);
}

export function seconds(number) {
  if (number < 120) {
    return `${SHORT.format(number)} s`;
  }
  if (number < 7200) {
    return `${Math.round(number / 60)} min`;
  }
  return number < 172_800 ? `${Math.round(number / 3600)} h` : `${Math.round(number / 86_400)} d`;
}

export function plural(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

export function clock(date) {
  return date.toLocaleTimeString("en-GB");
}
