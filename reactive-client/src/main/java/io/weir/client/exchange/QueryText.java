package io.weir.client.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;

/** The options of a request's address, percent-encoded one by one. Belongs to one thread. */
public final class QueryText {

  /** Longest text in bytes: no service reads more. */
  public static final int LONGEST = 48 * 1024;

  private final List<String> options = new ArrayList<>();

  /** Adds an option. */
  public QueryText add(String name, String value) {
    options.add(encoded(name) + "=" + encoded(value));
    return this;
  }

  /** The options as they stand in the address. Fails with {@code InvalidInput} when they are longer than {@link #LONGEST}. */
  public String text() {
    var text = String.join("&", options);
    if (text.length() > LONGEST) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "queryBytes=" + text.length() + " limit=" + LONGEST);
    }
    return text;
  }

  /** A text in quotes, as keys and names stand in paths. */
  public static String quoted(String text) {
    return "%27" + encoded(text.replace("'", "''")) + "%27";
  }

  /** Percent-encodes all that is not unreserved; a form's encoding differs in the blank, the asterisk and the tilde. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }
}
