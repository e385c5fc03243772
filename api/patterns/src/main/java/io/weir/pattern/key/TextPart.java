package io.weir.pattern.key;

/**
 * Text that stands in a key unchanged; {@link CompoundKey} escapes it next to other parts. Any
 * thread.
 */
final class TextPart implements KeyPart<String> {

  @Override
  public String write(String value) {
    return value;
  }

  @Override
  public String read(String text) {
    return text;
  }
}
