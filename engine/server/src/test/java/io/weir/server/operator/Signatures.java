package io.weir.server.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Shared access signatures of the development account, as options of a URL. */
public final class Signatures {

  private Signatures() {}

  public static String ofAccountWithAllPermissions() {
    return ofAccountWithAllPermissions("t");
  }

  /**
   * Returns a signature of the account for one service.
   *
   * @param service t for tables, q for queues
   */
  public static String ofAccountWithAllPermissions(String service) {
    var expiry =
        Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS).toString();
    var signed = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY)
        .sign(AccountName.DEVELOPMENT + "\nrwdlacu\n" + service + "\nsco\n\n" + expiry
            + "\n\n\n2020-12-06\n\n");
    return "sv=2020-12-06&ss=" + service + "&srt=sco&sp=rwdlacu&se=" + expiry + "&sig="
        + URLEncoder.encode(signed, UTF_8);
  }
}
