package io.weir.server.auth;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.wire.SharedKey;
import io.weir.server.request.RequestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * The texts that a key signs in a request to the queue service. They cover more headers than those
 * of tables.
 *
 * <p>Source: the public documentation, "Authorize with Shared Key", strings to sign for the Blob
 * and Queue services.
 */
final class QueueStringToSign {

  private static final String OWN_PREFIX = "x-ms-";

  /** The last version whose text has the length of an empty body: 0. Later ones leave it empty. */
  private static final String LAST_WITH_ZERO = "2014-02-14";

  private static final String ZERO = "0";

  private QueueStringToSign() {}

  /**
   * Returns the texts that a client may have signed with {@code SharedKey}. There are two for an
   * empty body in a version up to {@value #LAST_WITH_ZERO}, or without a version: its clients write
   * the length, and some leave it empty as later ones do.
   */
  static List<String> of(RequestHead head) {
    var length = head.header(HttpHeaderNames.CONTENT_LENGTH);
    if (!length.equals(ZERO)) {
      return List.of(withLength(head, length));
    }
    var current = withLength(head, "");
    return head.header("x-ms-version").compareTo(LAST_WITH_ZERO) <= 0
        ? List.of(withLength(head, ZERO), current)
        : List.of(current);
  }

  private static String withLength(RequestHead head, String length) {
    var lines = new ArrayList<String>();
    lines.add(head.sentMethod());
    lines.add(head.header(HttpHeaderNames.CONTENT_ENCODING));
    lines.add(head.header(HttpHeaderNames.CONTENT_LANGUAGE));
    lines.add(length);
    lines.add(head.header(HttpHeaderNames.CONTENT_MD5));
    lines.add(head.header(HttpHeaderNames.CONTENT_TYPE));
    lines.add(date(head));
    lines.add(head.header(HttpHeaderNames.IF_MODIFIED_SINCE));
    lines.add(head.header(HttpHeaderNames.IF_MATCH));
    lines.add(head.header(HttpHeaderNames.IF_NONE_MATCH));
    lines.add(head.header(HttpHeaderNames.IF_UNMODIFIED_SINCE));
    lines.add(head.header(HttpHeaderNames.RANGE));
    return String.join("\n", lines) + "\n" + ownHeaders(head) + resource(head);
  }

  /** Returns the text of {@code SharedKeyLite}. */
  static String lite(RequestHead head) {
    var resource =
        SharedKey.resource(head.path().account(), head.rawPath(), head.options().get("comp", ""));
    return String.join(
            "\n",
            head.sentMethod(),
            head.header(HttpHeaderNames.CONTENT_MD5),
            head.header(HttpHeaderNames.CONTENT_TYPE),
            date(head))
        + "\n"
        + ownHeaders(head)
        + resource;
  }

  /** The date is among the service's own headers if it is sent there. */
  private static String date(RequestHead head) {
    return head.hasHeader("x-ms-date") ? "" : head.header(HttpHeaderNames.DATE);
  }

  private static String ownHeaders(RequestHead head) {
    var own = new TreeMap<String, String>();
    for (var header : head.headers()) {
      var name = header.getKey().toLowerCase(Locale.ROOT);
      if (name.startsWith(OWN_PREFIX)) {
        own.merge(name, header.getValue().strip(), (first, more) -> first + "," + more);
      }
    }
    var text = new StringBuilder();
    own.forEach((name, value) -> text.append(name).append(':').append(value).append('\n'));
    return text.toString();
  }

  private static String resource(RequestHead head) {
    var text = new StringBuilder("/").append(head.path().account().value()).append(head.rawPath());
    var options = new TreeMap<String, String>();
    for (var name : head.options().names()) {
      options.put(name.toLowerCase(Locale.ROOT), head.options().get(name, ""));
    }
    options.forEach((name, value) -> text.append('\n').append(name).append(':').append(value));
    return text.toString();
  }
}
