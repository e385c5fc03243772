package io.weir.server.auth;

import io.weir.api.wire.SharedKey;
import java.util.Optional;

/**
 * The parts of an {@code Authorization} header for shared keys. Nothing in it is verified.
 *
 * @param lite whether the scheme is {@code SharedKeyLite}
 * @param account the account name as the client sent it
 * @param signature the signature as the client sent it, usually Base64
 */
record SharedKeyHeader(boolean lite, String account, String signature) {

  /** Parses {@code SCHEME ACCOUNT:SIGNATURE}. Returns empty if the header has another form. */
  static Optional<SharedKeyHeader> parse(String header) {
    var blank = header.indexOf(' ');
    var colon = header.indexOf(':', blank + 1);
    if (blank < 0 || colon < 0) {
      return Optional.empty();
    }
    var scheme = header.substring(0, blank);
    var lite = scheme.equals(SharedKey.SCHEME_LITE);
    if (!lite && !scheme.equals(SharedKey.SCHEME)) {
      return Optional.empty();
    }
    return Optional.of(
        new SharedKeyHeader(lite, header.substring(blank + 1, colon), header.substring(colon + 1)));
  }
}
