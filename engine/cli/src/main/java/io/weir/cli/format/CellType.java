package io.weir.cli.format;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;
import io.weir.api.error.TableServiceException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A type of the cells of a column, in order of preference when several types fit.
 *
 * <p>deliberate: a cell is a number only if the number preserves the whole text. {@code 007} and a
 * card number of twenty digits stay text.
 */
public enum CellType {
  /** {@code true} or {@code false}, in any case. */
  BOOLEAN("Boolean") {
    @Override
    @Nullable
    EdmValue read(String cell) {
      return switch (cell.length() <= 5 ? cell.toLowerCase(Locale.ROOT) : "") {
        case "true" -> new EdmBoolean(true);
        case "false" -> new EdmBoolean(false);
        default -> null;
      };
    }
  },

  /** A whole number of 32 bits, without leading zeros or plus sign. */
  INT32("Int32") {
    @Override
    @Nullable
    EdmValue read(String cell) {
      var value = INT64.read(cell);
      return value instanceof EdmInt64 number && number.value() == (int) number.value()
          ? new EdmInt32((int) number.value())
          : null;
    }
  },

  /** A whole number of 64 bits, without leading zeros or plus sign. */
  INT64("Int64") {
    @Override
    @Nullable
    EdmValue read(String cell) {
      if (cell.length() > LONGEST_INT64 || !WHOLE.matcher(cell).matches()) {
        return null;
      }
      try {
        return new EdmInt64(Long.parseLong(cell));
      } catch (NumberFormatException e) {
        return null;
      }
    }
  },

  /**
   * A decimal number of at most 17 significant digits, with or without exponent; a whole one only
   * up to 2⁵³; {@code NaN}, {@code Infinity}.
   */
  DOUBLE("Double") {
    @Override
    @Nullable
    EdmValue read(String cell) {
      if (NOT_FINITE.contains(cell)) {
        return new EdmDouble(Double.parseDouble(cell));
      }
      if (cell.length() > LONGEST_DOUBLE || !DECIMAL.matcher(cell).matches()) {
        return null;
      }
      var value = Double.parseDouble(cell);
      return Double.isInfinite(value) || losesDigits(cell) ? null : new EdmDouble(value);
    }

    @Override
    @Nullable
    EdmValue readStated(String cell) {
      return cell.length() <= LONGEST_STATED_DOUBLE && DECIMAL.matcher(cell).matches()
          ? new EdmDouble(Double.parseDouble(cell))
          : read(cell);
    }
  },

  /**
   * An ISO date, or date and time with at most seven digits of a second, of the years 1601 to 9999;
   * UTC without an offset.
   */
  DATE_TIME("DateTime") {
    @Override
    @Nullable
    EdmValue read(String cell) {
      if (!DATE.matcher(cell).lookingAt()) {
        return null;
      }
      try {
        return EdmDateTime.parse(cell.length() == DATE_LENGTH ? cell + MIDNIGHT : cell);
      } catch (TableServiceException e) {
        return null;
      }
    }
  },

  /** 32 hexadecimal digits in five groups. */
  GUID("Guid") {
    @Override
    @Nullable
    EdmValue read(String cell) {
      return GROUPS.matcher(cell).matches() ? new EdmGuid(UUID.fromString(cell)) : null;
    }
  },

  /** Base64. Only a file or a person says that text is that. */
  BINARY("Binary") {
    @Override
    @Nullable
    EdmValue read(String cell) {
      try {
        return new EdmBinary(Base64.getDecoder().decode(cell));
      } catch (IllegalArgumentException e) {
        return null;
      }
    }
  },

  /** Any text. */
  STRING("String") {
    @Override
    EdmValue read(String cell) {
      return new EdmString(cell);
    }
  };

  private static final String PREFIX = "Edm.";
  private static final Pattern WHOLE = Pattern.compile("0|-?[1-9][0-9]*");
  private static final int LONGEST_INT64 = Long.toString(Long.MIN_VALUE).length();
  private static final Pattern DECIMAL =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");
  private static final int LONGEST_DOUBLE = 32;

  /** Room for all digits of the largest number, which some programs write without exponent. */
  private static final int LONGEST_STATED_DOUBLE = 1100;

  private static final int MOST_DIGITS = 17;
  private static final BigDecimal LARGEST_WHOLE = BigDecimal.valueOf(1L << 53);
  private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}(?:$|[T ])");
  private static final int DATE_LENGTH = "1990-01-08".length();
  private static final String MIDNIGHT = "T00:00:00Z";
  private static final Pattern GROUPS =
      Pattern.compile("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");

  private final String display;

  CellType(String display) {
    this.display = display;
  }

  /** Returns the types that are inferred from cells. */
  static Set<CellType> inferable() {
    return EnumSet.complementOf(EnumSet.of(BINARY));
  }

  /** Returns the value of a text in the first type that fits it. Any text is a String. */
  public static EdmValue inferred(String cell) {
    return inferable().stream()
        .flatMap(type -> type.fitting(cell).stream())
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the value of a text in this type, which a person has stated; empty if it does not fit.
   */
  public Optional<EdmValue> fitting(String cell) {
    return Optional.ofNullable(readStated(cell));
  }

  /** Returns the type of a property. */
  static CellType of(EdmType type) {
    return stated(type.odataName()).orElseThrow();
  }

  /**
   * Returns the type that a cell states, with or without the prefix {@code Edm.}, in any case;
   * empty if there is none.
   */
  public static Optional<CellType> stated(String cell) {
    var name = cell.regionMatches(true, 0, PREFIX, 0, PREFIX.length())
        ? cell.substring(PREFIX.length())
        : cell;
    return Arrays.stream(values())
        .filter(type -> type.display.equalsIgnoreCase(name))
        .findFirst();
  }

  /**
   * Returns the cell's value in this type; null if it does not fit. A cell is empty only if the
   * type has an empty value.
   */
  abstract @Nullable EdmValue read(String cell);

  /**
   * Returns the value of a cell for which the file states this type; null if it does not fit. No
   * digits can be lost: they are a number's.
   */
  @Nullable
  EdmValue readStated(String cell) {
    return read(cell);
  }

  /** Returns whether an empty cell is a value of this type. */
  boolean hasEmptyValue() {
    return this == STRING || this == BINARY;
  }

  /** Returns the type's name without the prefix {@code Edm.}. */
  @Override
  public String toString() {
    return display;
  }

  private static boolean losesDigits(String cell) {
    var number = new BigDecimal(cell);
    var isWhole = cell.indexOf('.') < 0 && cell.indexOf('e') < 0 && cell.indexOf('E') < 0;
    return isWhole ? number.abs().compareTo(LARGEST_WHOLE) > 0 : number.precision() > MOST_DIGITS;
  }
}
