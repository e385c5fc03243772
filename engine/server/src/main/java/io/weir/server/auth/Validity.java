package io.weir.server.auth;

import io.weir.api.error.ErrorCode;
import io.weir.server.request.QueryOptions;
import io.weir.server.request.Sender;
import io.weir.server.settings.SasTime;
import java.time.Instant;
import java.util.Set;

/**
 * The conditions for using a shared access signature: period, protocol and client address.
 * Immutable.
 *
 * <p>Fails with {@code AuthenticationFailed} outside of the period or for an unknown protocol, with
 * {@code AuthorizationProtocolMismatch} if the signature requires HTTPS and the connection is not
 * encrypted, with {@code AuthorizationSourceIPMismatch} for a client address out of range.
 */
record Validity(QueryOptions options) {

  private static final String HTTPS = "https";

  /**
   * The values of {@code spr}. Absent means both protocols. The documentation does not permit HTTP
   * alone.
   */
  private static final Set<String> PROTOCOLS = Set.of("", HTTPS, "https,http");

  void require(Instant now, Sender sender) {
    if (!options.get("st", "").isEmpty() && now.isBefore(moment("st"))) {
      throw SharedAccess.failed("signature=notYetValid");
    }
    SharedAccess.required(options, "se");
    if (!now.isBefore(moment("se"))) {
      throw SharedAccess.failed("signature=expired");
    }
    var protocol = options.get("spr", "");
    if (!PROTOCOLS.contains(protocol)) {
      throw SharedAccess.failed("expected=https|https,http in=spr");
    }
    if (!sender.encrypted() && protocol.equals(HTTPS)) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_PROTOCOL_MISMATCH, "expected=https");
    }
    var range = options.get("sip", "");
    if (!range.isEmpty() && !AddressRange.parse(range).contains(sender.address())) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_SOURCE_IP_MISMATCH, "");
    }
  }

  private Instant moment(String name) {
    return SasTime.parse(options.get(name, ""))
        .orElseThrow(() -> SharedAccess.failed("expected=date in=" + name));
  }
}
