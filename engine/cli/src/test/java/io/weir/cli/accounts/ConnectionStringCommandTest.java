package io.weir.cli.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.wire.SharedKey;
import io.weir.cli.Transcript;
import io.weir.client.ConnectionString;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConnectionStringCommandTest {

  @Test
  void theDefaultIsTheServiceOnThisMachine() {
    assertThat(printed())
        .isEqualTo(
            "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
                + SharedKey.DEVELOPMENT_KEY
                + ";TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;QueueEndpoint=http://127.0.0.1:10001/devstoreaccount1;\n");
  }

  @Test
  void theAccountOfTheAddressAndItsKeyAreNamed() {
    var text = printed(
        "--endpoint",
        "https://tables.example/birds",
        "--queue-endpoint",
        "https://q.example/birds",
        "--key",
        "d3Jvbmc=");

    var read = ConnectionString.parse(text.strip());
    assertThat(text).startsWith("DefaultEndpointsProtocol=https;");
    assertThat(read.account()).contains("birds");
    assertThat(read.key()).contains("d3Jvbmc=");
    assertThat(read.tableEndpoint()).isEqualTo("https://tables.example/birds");
    assertThat(read.queueEndpoint()).isEqualTo("https://q.example/birds");
  }

  @Test
  void queuesAreNotGuessedForAnotherPort() {
    assertThat(printed("--endpoint", "http://127.0.0.1:8080/devstoreaccount1"))
        .doesNotContain("QueueEndpoint");
  }

  @Test
  void aSignatureTakesThePlaceOfTheKey() {
    var read = ConnectionString.parse(printed("--sas", "?sv=2019-02-02&sig=x").strip());

    assertThat(read.sharedAccessSignature()).contains("sv=2019-02-02&sig=x");
    assertThat(read.key()).isEmpty();
    assertThat(read.tableEndpoint()).isEqualTo("http://127.0.0.1:10002/devstoreaccount1");
  }

  @Test
  void aStringThatIsGivenIsPrinted() {
    assertThat(printed("--connection-string", "UseDevelopmentStorage=true"))
        .isEqualTo("UseDevelopmentStorage=true\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "javascript"})
  void theLinesOfAProgramContainTheString(String sdk) {
    assertThat(printed("--sdk", sdk))
        .contains("TableServiceClient", "\"" + printed().strip() + "\"");
  }

  private String printed(String... options) {
    var run = new Transcript();
    var args = new String[options.length + 1];
    args[0] = "connection-string";
    System.arraycopy(options, 0, args, 1, options.length);
    assertThat(run.run(Map.of(), args)).as(run.err()).isZero();
    return run.out();
  }
}
