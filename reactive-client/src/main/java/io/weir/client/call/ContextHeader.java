package io.weir.client.call;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** A request header whose value the caller puts into the Reactor Context. */
public enum ContextHeader {
  REQUEST_ID("x-ms-client-request-id", "[!-~]([ -~]{0,253}[!-~])?"),

  /** Source: W3C Trace Context, section 3.2.2. */
  TRACE_PARENT("traceparent", "00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private final String header;
  private final Pattern form;
  private final String key;

  ContextHeader(String header, String form) {
    this.header = header;
    this.form = Pattern.compile(form);
    this.key = "io.weir.client." + header;
  }

  /**
   * Adds the value to a context. Fails with {@link IllegalArgumentException} unless the value has
   * the header's form.
   */
  public Function<Context, Context> with(String value) {
    if (!form.matcher(value).matches()) {
      throw new IllegalArgumentException(header + "=unreadable expected=" + form);
    }
    return context -> context.put(key, value);
  }

  /** Returns the values of a context by header, in a map that the caller may change. */
  static Map<String, String> in(ContextView context) {
    var found = new TreeMap<String, String>();
    for (var each : values()) {
      context.<String>getOrEmpty(each.key).ifPresent(value -> found.put(each.header, value));
    }
    return found;
  }
}
