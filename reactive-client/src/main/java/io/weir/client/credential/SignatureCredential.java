package io.weir.client.credential;

import java.util.regex.Pattern;
import reactor.core.publisher.Mono;

/** Appends the same options to every request. */
final class SignatureCredential extends Credential {

  /** Query options that need no further encoding; one of them is the signature. */
  private static final Pattern QUERY =
      Pattern.compile("(?=.*(^|&)sig=[^&]+)[!-~&&[^#?\"<>\\\\^`{|}]]+");

  private final String query;

  private SignatureCredential(String query) {
    this.query = query;
  }

  static SignatureCredential of(String text) {
    var query = text.startsWith("?") ? text.substring(1) : text;
    if (!QUERY.matcher(query).matches()) {
      throw new IllegalArgumentException(
          "sharedAccessSignature=unreadable expected=percentEncodedQueryWith:sig");
    }
    return new SignatureCredential(query);
  }

  @Override
  Mono<Authorization> authorize(String date, String target) {
    return Mono.just(Authorization.query(date, query));
  }

  @Override
  public String toString() {
    return "SharedAccessSignature";
  }
}
