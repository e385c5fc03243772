package io.weir.api.entity;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * The rule for property names: a C# identifier of at most {@link Limits#PROPERTY_NAME_UNITS} UTF-16
 * units. Case is kept.
 */
public final class PropertyName {

  /**
   * The first character that is not ASCII. Below it the rules of Unicode are written out here,
   * because every name is checked and nearly all names are ASCII.
   */
  private static final int ASCII = 0x80;

  private PropertyName() {}

  /**
   * Requires a valid name that is not a system property's. Fails with {@code PropertyNameInvalid}
   * or {@code PropertyNameTooLong} otherwise.
   */
  public static void requireOwn(String name) {
    requireValid(name);
    if (EntityBuilder.systemProperties().anyMatch(name::equals)) {
      throw new InvalidRequestException(
          ErrorCode.PROPERTY_NAME_INVALID, "name=" + name + " reason=systemProperty");
    }
  }

  /** Whether an entity can have a property of this name, beside its system properties. */
  public static boolean isOwn(String name) {
    return name.length() <= Limits.PROPERTY_NAME_UNITS
        && isIdentifier(name)
        && !EntityBuilder.isSystemProperty(name);
  }

  static void requireValid(String name) {
    if (name.length() > Limits.PROPERTY_NAME_UNITS) {
      throw new InvalidRequestException(
          ErrorCode.PROPERTY_NAME_TOO_LONG, "name=" + Text.shown(name) + " units=" + name.length());
    }
    if (!isIdentifier(name)) {
      throw new InvalidRequestException(
          ErrorCode.PROPERTY_NAME_INVALID, "name=" + Text.shown(name));
    }
  }

  private static boolean isIdentifier(String name) {
    if (name.isEmpty()) {
      return false;
    }
    var first = name.codePointAt(0);
    if (!begins(first)) {
      return false;
    }
    for (var at = Character.charCount(first); at < name.length(); ) {
      var point = name.codePointAt(at);
      if (!continues(point)) {
        return false;
      }
      at += Character.charCount(point);
    }
    return true;
  }

  /** Whether a name may begin with this character. */
  static boolean begins(int point) {
    return point < ASCII
        ? point == '_' || isAsciiLetter(point)
        : Character.isUnicodeIdentifierStart(point);
  }

  /** Whether this character may follow another one in a name. */
  static boolean continues(int point) {
    return point < ASCII
        ? point == '_' || isAsciiLetter(point) || point >= '0' && point <= '9'
        : Character.isUnicodeIdentifierPart(point) && !Character.isIdentifierIgnorable(point);
  }

  private static boolean isAsciiLetter(int point) {
    var small = point | 0x20;
    return small >= 'a' && small <= 'z';
  }
}
