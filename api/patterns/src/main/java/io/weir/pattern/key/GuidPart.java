package io.weir.pattern.key;

import java.util.UUID;

/**
 * UUIDs in lower-case hexadecimal digits and hyphens, as {@link UUID#toString} prints them. Any
 * thread.
 */
final class GuidPart implements KeyPart<UUID> {

  @Override
  public String write(UUID value) {
    return value.toString();
  }

  @Override
  public UUID read(String text) {
    try {
      var value = UUID.fromString(text);
      if (value.toString().equals(text)) {
        return value;
      }
    } catch (IllegalArgumentException e) {
      throw MalformedKey.key("guid", text);
    }
    throw MalformedKey.key("guid", text);
  }
}
