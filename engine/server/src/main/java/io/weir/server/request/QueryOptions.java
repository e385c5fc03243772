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
 * The options in a request's query, decoded.
 *
 * <p>Names are case-sensitive. Fails when one is given twice, for which is meant cannot be known: with {@code AuthenticationFailed}
 * when it is one of a shared access signature, with {@code InvalidInput} otherwise.
 */
public final class QueryOptions {

  /** Options of shared access signatures. Source: "Create a service SAS" and "Create an account SAS". */
  private static final Set<String> OF_SIGNATURES = Set.of(
      "sv", "ss", "srt", "sp", "st", "se", "sip", "spr", "ses", "sig", "tn", "si", "spk", "srk",
      "epk", "erk");

  static final QueryOptions NONE = new QueryOptions(Map.of());

  private final Map<String, String> values;

  private QueryOptions(Map<String, String> values) {
    this.values = values;
  }

  /** Reads what stands behind the question mark. */
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

  /** The value of an option; empty when it is given without one, null when it is not given. */
  public @Nullable String get(String name) {
    return values.get(name);
  }

  /** The value of an option, or what stands for it when it is not given. */
  public String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** The names that are given, in their order. */
  public Set<String> names() {
    return values.keySet();
  }

  /** The same with one more option, in place of what it was. */
  public QueryOptions with(String name, String value) {
    var changed = new LinkedHashMap<>(values);
    changed.put(name, value);
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
