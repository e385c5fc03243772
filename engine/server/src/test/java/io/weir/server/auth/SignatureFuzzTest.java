package io.weir.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.server.ModelSettings;
import io.weir.server.request.Sender;
import io.weir.server.request.TestHeads;
import io.weir.server.settings.StoredPolicies;
import io.weir.testkit.Draw;
import io.weir.testkit.Fuzz;
import io.weir.testkit.Grammar;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every shared access signature and every {@code Authorization} header is either accepted or
 * rejected.
 *
 * <p>Terms are evaluated only after the signature was verified. Mutated terms are therefore signed
 * with the correct key.
 */
class SignatureFuzzTest {

  private static final String ACCOUNT = "/devstoreaccount1/Birds()";
  private static final SharedKey KEY =
      SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
  private static final Sender SENDER = new Sender(InetAddress.getLoopbackAddress(), false);

  private final Authentication authentication = new Authentication(
      AccountRegistry.of(Account.development()),
      StoredPolicies.ofTables(account -> new ModelSettings()),
      Clock.fixed(Instant.parse("2024-05-05T12:00:00Z"), ZoneOffset.UTC));

  private static final Grammar TOKENS = new Grammar() {
    @Override
    public String draw(Draw draw) {
      var common = "sv="
          + draw.of(
              "2020-12-06", "2019-02-02", "2015-04-05", "2013-08-15", "2012-02-12", "2099-01-01")
          + draw.of("", "&st=2024-05-05T00:00:00Z", "&st=2024-05-05") + "&se="
          + draw.of(
              "2024-05-06",
              "2024-05-06T00:00Z",
              "2024-05-06T00%3A00%3A00.0000000Z",
              "9999-12-31T23:59:59Z",
              "2020-01-01")
          + draw.of(
              "", "&sip=127.0.0.1", "&sip=127.0.0.0-127.0.0.255", "&sip=::1", "&sip=1.2.3.4-0")
          + draw.of("", "&spr=https,http", "&spr=https", "&spr=ftp");
      return common + (draw.oneIn(2) ? ofTable(draw) : ofAccount(draw));
    }

    @Override
    public List<String> words() {
      return List.of(
          "&",
          "=",
          "%00",
          "%",
          "T",
          "Z",
          "-",
          ":",
          ",",
          "raud",
          "&si=policy",
          "&sp=",
          "&se=",
          "&tn=",
          "&ss=",
          "&srt=",
          "99999999999",
          "&spk=a",
          "&erk=z",
          "&ses=scope");
    }
  };

  private static String ofTable(Draw draw) {
    return "&tn=" + draw.of("Birds", "birds", "x") + "&sp=" + draw.of("raud", "r", "a", "du", "q")
        + draw.of("", "&spk=a&srk=b", "&spk=%C3%A9", "&srk=b")
        + draw.of("", "&epk=c&erk=d", "&epk=A", "&erk=x");
  }

  private static String ofAccount(Draw draw) {
    return "&ss=" + draw.of("t", "bqtf", "b") + "&srt=" + draw.of("sco", "o", "x") + "&sp="
        + draw.of("rwdlacup", "r", "!");
  }

  @Test
  void everySignatureIsAcceptedOrRejected() {
    var outcome = Fuzz.of("signature").run(TOKENS, claims -> {
      var target = ACCOUNT + "?" + claims;
      var access = SharedAccess.parse(TestHeads.of("GET", target).options());
      var signature = KEY.sign(access.stringToSign(AccountName.DEVELOPMENT));
      var signed = target + "&sig=" + URLEncoder.encode(signature, StandardCharsets.UTF_8);
      authentication.authenticate(TestHeads.of("GET", signed), SENDER);
    });

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 50);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }

  private static final Grammar HEADERS = new Grammar() {
    @Override
    public String draw(Draw draw) {
      var date = draw.of(
          "Sun, 05 May 2024 12:00:00 GMT",
          "Sun, 05 May 2024 12:00:00 GMT",
          "Sunday",
          "2024-05-05T12:00:00Z");
      return date + "\n" + KEY.authorizationLite(date, ACCOUNT, "");
    }

    @Override
    public List<String> words() {
      return List.of(
          " ",
          ":",
          "SharedKey",
          "Lite",
          "devstoreaccount1",
          "=",
          "==",
          "GMT",
          ",",
          "Bearer ",
          "\t",
          "99");
    }
  };

  @Test
  void everyHeaderIsAcceptedOrRejected() {
    var outcome = Fuzz.slow("authorization", 10).run(HEADERS, lines -> {
      // Netty validates the characters of a header; keep only valid ones.
      var clean = lines.replaceAll("[^\n -~]", "");
      var line = clean.indexOf('\n') + 1;
      authentication.authenticate(
          TestHeads.of(
              "GET",
              ACCOUNT,
              "x-ms-date",
              clean.substring(0, Math.max(0, line - 1)).strip(),
              "Authorization",
              clean.substring(line).replace("\n", "").strip()),
          SENDER);
    });

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 50);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }
}
