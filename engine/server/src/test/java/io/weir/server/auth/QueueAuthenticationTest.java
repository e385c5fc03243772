package io.weir.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.queue.QueueName;
import io.weir.api.wire.SharedKey;
import io.weir.server.ModelSettings;
import io.weir.server.request.Sender;
import io.weir.server.request.TestHeads;
import io.weir.server.settings.StoredPolicies;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The length of an empty body in the text that {@code SharedKey} signs, by version of the protocol.
 */
final class QueueAuthenticationTest {

  private static final AccountName ACCOUNT = new AccountName("account1");
  private static final SharedKey KEY = SharedKey.of(ACCOUNT, "a2V5MQ==");
  private static final String DATE = "Sat, 07 Nov 2020 01:23:21 GMT";

  private final QueueAuthentication authentication = new QueueAuthentication(
      Callers.of(AccountRegistry.of(new Account(ACCOUNT, List.of(KEY)))),
      StoredPolicies.ofQueues(account -> new ModelSettings()),
      Clock.fixed(Instant.parse("2020-11-07T01:23:21Z"), ZoneOffset.UTC));

  @ParameterizedTest
  @CsvSource({
    "2014-02-14, 0, 0",
    "2014-02-14, 0, ''",
    "2009-09-19, 0, 0",
    "2013-08-15, 0, 0",
    "'', 0, 0",
    "'', 0, ''",
    "2015-02-21, 0, ''",
    "2024-08-04, 0, ''",
    "2014-02-14, '', ''",
    "2014-02-14, 12, 12",
    "2024-08-04, 12, 12",
  })
  void theSignedLengthIsAccepted(String version, String sent, String signed) {
    assertThat(authenticate(version, sent, signed)).isEqualTo(QueueAccess.OWNER);
  }

  @ParameterizedTest
  @CsvSource({
    "2015-02-21, 0, 0",
    "2024-08-04, 0, 0",
    "2014-02-14, '', 0",
    "2014-02-14, 12, 0",
    "2014-02-14, 12, ''",
    "2014-02-14, 0, 12",
  })
  void anotherLengthIsRefused(String version, String sent, String signed) {
    assertThatThrownBy(() -> authenticate(version, sent, signed))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("signature=mismatch");
  }

  private QueueAccess authenticate(String version, String sent, String signed) {
    var headers = new ArrayList<String>(List.of("x-ms-date", DATE));
    add(headers, "x-ms-version", version);
    add(headers, "Content-Length", sent);
    var own =
        "x-ms-date:" + DATE + "\n" + (version.isEmpty() ? "" : "x-ms-version:" + version + "\n");
    var text = "PUT\n\n\n" + signed + "\n\n\n\n\n\n\n\n\n" + own + "/account1/account1/orders";
    add(headers, "Authorization", "SharedKey account1:" + KEY.sign(text));
    var head = TestHeads.of("PUT", "/account1/orders", headers.toArray(String[]::new));
    var sender = new Sender(InetAddress.getLoopbackAddress(), false);
    return authentication.authenticate(head, sender, Optional.of(new QueueName("orders")));
  }

  private static void add(List<String> headers, String name, String value) {
    if (!value.isEmpty()) {
      headers.addAll(List.of(name, value));
    }
  }
}
