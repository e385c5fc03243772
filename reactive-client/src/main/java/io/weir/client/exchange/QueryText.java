package io.weir.client.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;

/** The query options of a request, percent-encoded one by one. Belongs to one thread. */
public final class QueryText {

  /** Greatest length in bytes; no service reads more. */
  public static final int LONGEST = 48 * 1024;

  private final List<String> options = new ArrayList<>();

  /** Adds an option. */
  public QueryText add(String name, String value) {
    options.add(encoded(name) + "=" + encoded(value));
    return this;
  }

  /**
   * Returns the options as they stand in the URL. Fails with {@code InvalidInput} if they are
   * longer than {@link #LONGEST}.
   */
  public String text() {
    var text = String.join("&", options);
    if (text.length() > LONGEST) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "queryBytes=" + text.length() + " limit=" + LONGEST);
    }
    return text;
  }

  /** Returns a text in quotes, as paths contain keys and names. */
  public static String quoted(String text) {
    return "%27" + encoded(text.replace("'", "''")) + "%27";
  }

  /**
   * Percent-encodes every reserved character. Form encoding differs for blank, asterisk and tilde.
   */
  public static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }
}
