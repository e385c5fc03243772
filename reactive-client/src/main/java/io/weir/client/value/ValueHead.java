package io.weir.client.value;

/**
 * The description of one version of a value, as the headers of the service give it.
 *
 * @param lengthBytes number of bytes
 * @param contentType media type
 * @param tag names the version, in the form that {@code If-Match} takes
 * @param digest the text of {@code Repr-Digest}; empty if the service sends none
 */
public record ValueHead(long lengthBytes, String contentType, String tag, String digest) {

  /** Returns whether the value has this SHA-256. */
  public boolean has(Sha256 sha256) {
    return digest.equals(sha256.header());
  }
}
