package io.weir.api.json;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmType;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Base64;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A property whose JSON value is converted to its type and set. The annotation names the type;
 * without one, the value's form decides.
 *
 * <p>Without an annotation, a string is a String. A number without fraction and exponent is an
 * Int32 if it fits, otherwise a Double. Any other number is a Double, {@code 3.0} included. Fails
 * with {@code InvalidInput} and the property's name when the value cannot be converted.
 */
final class TypedProperty {

  private static final int LONGEST_SHOWN = 64;
  private static final Pattern GUID = Pattern.compile(
      "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}");

  private final String name;
  private final Scalar value;

  private TypedProperty(String name, Scalar value) {
    this.name = name;
    this.value = value;
  }

  static void set(EntityBuilder entity, String name, Scalar value, @Nullable EdmType annotated) {
    var property = new TypedProperty(name, value);
    property.setAs(annotated == null ? property.inferred() : annotated, entity);
  }

  private EdmType inferred() {
    return switch (value.kind()) {
      case STRING -> EdmType.STRING;
      case INTEGER -> fitsInt32(value.text()) ? EdmType.INT32 : EdmType.DOUBLE;
      case FRACTION -> EdmType.DOUBLE;
      case TRUE, FALSE -> EdmType.BOOLEAN;
    };
  }

  private void setAs(EdmType type, EntityBuilder entity) {
    switch (type) {
      case STRING -> entity.set(name, string(type));
      case INT32 -> entity.set(name, int32());
      case INT64 -> entity.set(name, int64());
      case DOUBLE -> entity.set(name, float64());
      case BOOLEAN -> entity.set(name, bool());
      case DATE_TIME -> entity.set(name, dateTime());
      case GUID -> entity.set(name, guid());
      case BINARY -> entity.set(name, binary());
    }
  }

  private String string(EdmType type) {
    if (!value.isString()) {
      throw not(type);
    }
    return value.text();
  }

  private int int32() {
    try {
      return Integer.parseInt(integerText(EdmType.INT32));
    } catch (NumberFormatException e) {
      throw not(EdmType.INT32);
    }
  }

  private long int64() {
    try {
      return Long.parseLong(integerText(EdmType.INT64));
    } catch (NumberFormatException e) {
      throw not(EdmType.INT64);
    }
  }

  private String integerText(EdmType type) {
    if (value.kind() != Scalar.Kind.INTEGER && !value.isString()) {
      throw not(type);
    }
    return value.text();
  }

  private double float64() {
    if (value.isString()) {
      return namedDouble();
    }
    if (!value.isNumber()) {
      throw not(EdmType.DOUBLE);
    }
    return finite(value.text());
  }

  private double namedDouble() {
    return switch (value.text()) {
      case "NaN" -> Double.NaN;
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> finite(value.text());
    };
  }

  private double finite(String text) {
    try {
      var number = Double.parseDouble(text);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw not(EdmType.DOUBLE);
    }
    throw not(EdmType.DOUBLE);
  }

  private boolean bool() {
    if (value.kind() == Scalar.Kind.TRUE || value.isString() && value.text().equals("true")) {
      return true;
    }
    if (value.kind() == Scalar.Kind.FALSE || value.isString() && value.text().equals("false")) {
      return false;
    }
    throw not(EdmType.BOOLEAN);
  }

  private EdmDateTime dateTime() {
    var text = string(EdmType.DATE_TIME);
    try {
      return EdmDateTime.parse(text);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(e.code(), "property=" + shown(name) + " " + e.facts());
    }
  }

  private UUID guid() {
    var text = string(EdmType.GUID);
    if (!GUID.matcher(text).matches()) {
      throw not(EdmType.GUID);
    }
    return UUID.fromString(text);
  }

  private byte[] binary() {
    try {
      return Base64.getDecoder().decode(string(EdmType.BINARY));
    } catch (IllegalArgumentException e) {
      throw not(EdmType.BINARY);
    }
  }

  private static boolean fitsInt32(String digits) {
    try {
      Integer.parseInt(digits);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private InvalidRequestException not(EdmType type) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "property=" + shown(name) + " expected=" + type.odataName());
  }

  static String shown(String name) {
    return name.length() <= LONGEST_SHOWN ? name : name.substring(0, LONGEST_SHOWN) + "…";
  }
}
