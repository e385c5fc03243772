package io.weir.server.auth;

import io.weir.api.error.ErrorCode;
import io.weir.server.http.QueryOptions;
import io.weir.server.http.Sender;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;

/**
 * When, from where and over what a shared access signature may be used. Immutable.
 *
 * <p>Fails with {@code AuthenticationFailed} outside of its time, with {@code AuthorizationProtocolMismatch} where it is good for
 * encrypted connections only, with {@code AuthorizationSourceIPMismatch} from another address.
 */
record Validity(QueryOptions options) {

  /** {@code 2026-11-21}, {@code 2026-11-21T10:00Z}, {@code 2026-11-21T10:00:00.0000000+01:00}. */
  private static final DateTimeFormatter MOMENT = new DateTimeFormatterBuilder()
      .append(DateTimeFormatter.ISO_LOCAL_DATE)
      .optionalStart()
      .appendLiteral('T')
      .appendPattern("HH:mm")
      .optionalStart()
      .appendPattern(":ss")
      .optionalStart()
      .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
      .optionalEnd()
      .optionalEnd()
      .optionalEnd()
      .optionalStart()
      .appendOffsetId()
      .optionalEnd()
      .toFormatter();

  void require(Instant now, Sender sender) {
    if (options.has("st") && now.isBefore(moment("st"))) {
      throw SharedAccess.failed("signature=notYetValid");
    }
    SharedAccess.required(options, "se");
    if (!now.isBefore(moment("se"))) {
      throw SharedAccess.failed("signature=expired");
    }
    if (!sender.encrypted() && options.get("spr", "").equals("https")) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_PROTOCOL_MISMATCH, "expected=https");
    }
    var range = options.get("sip", "");
    if (!range.isEmpty() && !AddressRange.parse(range).contains(sender.address())) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_SOURCE_IP_MISMATCH, "");
    }
  }

  private Instant moment(String name) {
    try {
      var best = MOMENT.parseBest(
          options.get(name, ""), OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
      if (best instanceof OffsetDateTime moment) {
        return moment.toInstant();
      }
      var local = best instanceof LocalDateTime moment ? moment : ((LocalDate) best).atStartOfDay();
      return local.toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw SharedAccess.failed("expected=date in=" + name);
    }
  }
}
