package io.weir.server.request;

import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The decoded options of a request's query.
 *
 * <p>Names are case-sensitive. Parsing fails if an option is given twice, because its meaning would
 * be ambiguous: with {@code AuthenticationFailed} for an option of a shared access signature,
 * otherwise with {@code InvalidInput}.
 */
public final class QueryOptions {

  /**
   * Options of shared access signatures. Source: "Create a service SAS" and "Create an account
   * SAS".
   */
  private static final Set<String> OF_SIGNATURES = Set.of(
      "sv", "ss", "srt", "sp", "st", "se", "sip", "spr", "ses", "sig", "tn", "si", "spk", "srk",
      "epk", "erk");

  static final QueryOptions NONE = new QueryOptions(Map.of());

  private final Map<String, String> values;

  private QueryOptions(Map<String, String> values) {
    this.values = values;
  }

  /** Parses the part of a target after the question mark. */
  public static QueryOptions parse(String rawQuery) {
    if (rawQuery.isEmpty()) {
      return NONE;
    }
    var values = new LinkedHashMap<String, String>();
    for (var start = 0; start <= rawQuery.length(); ) {
      var end = rawQuery.indexOf('&', start);
      var stop = end < 0 ? rawQuery.length() : end;
      put(values, rawQuery.substring(start, stop));
      start = stop + 1;
    }
    return new QueryOptions(values);
  }

  /** Returns the value of an option; empty if it has none, null if the option is absent. */
  public @Nullable String get(String name) {
    return values.get(name);
  }

  /** Returns the value of an option, or the default if the option is absent. */
  public String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns the names of the options in their order. */
  public Set<String> names() {
    return values.keySet();
  }

  /** Returns the options with one added or replaced. */
  public QueryOptions with(String name, String value) {
    var changed = new LinkedHashMap<>(values);
    changed.put(name, value);
    return new QueryOptions(changed);
  }

  /** Returns the options without one. */
  public QueryOptions without(String name) {
    var changed = new LinkedHashMap<>(values);
    changed.remove(name);
    return new QueryOptions(changed);
  }

  private static void put(Map<String, String> values, String pair) {
    if (pair.isEmpty()) {
      return;
    }
    var equals = pair.indexOf('=');
    var name = Percent.decodeQuery(equals < 0 ? pair : pair.substring(0, equals));
    var value = equals < 0 ? "" : Percent.decodeQuery(pair.substring(equals + 1));
    if (values.put(name, value) != null) {
      throw givenTwice(name);
    }
  }

  private static TableServiceException givenTwice(String name) {
    var facts = "optionGivenTwice=" + name;
    return OF_SIGNATURES.contains(name)
        ? new AccessDeniedException(ErrorCode.AUTHENTICATION_FAILED, facts)
        : new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }
}
