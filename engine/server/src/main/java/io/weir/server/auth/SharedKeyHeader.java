package io.weir.server.auth;

import io.weir.api.wire.SharedKey;
import java.util.Optional;

/**
 * What an {@code Authorization} header claims.
 *
 * @param lite whether the short form was signed
 * @param account as it stands there
 * @param signature Base64, unchecked
 */
record SharedKeyHeader(boolean lite, String account, String signature) {

  /** Reads {@code SCHEME ACCOUNT:SIGNATURE}; empty when the header is not of that form. */
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
