package io.weir.hbase.protocol;

/**
 * The failure to read a message: gateway and region server have different versions of a form, or
 * the bytes are damaged.
 */
final class MalformedMessage extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MalformedMessage(String facts) {
    super("The message has another form. " + facts);
  }
}
