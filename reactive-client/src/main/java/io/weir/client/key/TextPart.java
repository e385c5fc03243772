package io.weir.client.key;

/** Text that stands in a key as it is; {@link CompoundKey} escapes it where there are other parts. Any thread. */
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
