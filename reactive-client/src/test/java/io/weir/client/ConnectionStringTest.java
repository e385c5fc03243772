package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weir.api.wire.SharedKey;
import io.weir.client.options.Endpoint;
import org.junit.jupiter.api.Test;

final class ConnectionStringTest {

  private static final String KEY = "c2VjcmV0c2VjcmV0";

  @Test
  void theDevelopmentAccountHasItsUsualAddressesAndKey() {
    var read = ConnectionString.parse("UseDevelopmentStorage=true");

    assertThat(read.tableEndpoint()).isEqualTo("http://127.0.0.1:10002/devstoreaccount1");
    assertThat(read.queueEndpoint()).isEqualTo("http://127.0.0.1:10001/devstoreaccount1");
    assertThat(read.key()).hasValue(SharedKey.DEVELOPMENT_KEY);
    assertThat(read.tables().build().endpoint().account()).isEqualTo("devstoreaccount1");
    assertThat(read.queues().build().endpoint().port()).isEqualTo(10001);
  }

  @Test
  void theDevelopmentAccountMayBeOnAnotherHost() {
    var read = ConnectionString.parse(
        "UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://build-host/;");

    assertThat(read.tableEndpoint()).isEqualTo("http://build-host:10002/devstoreaccount1");
  }

  @Test
  void anAddressMayBeThoseOfSeveralNodes() {
    var read = ConnectionString.parse("AccountName=owls;AccountKey=" + KEY
        + ";TableEndpoint=http://a.example:10002/owls,http://b.example:10002/owls/");

    assertThat(read.tables().build().endpoints())
        .extracting(Endpoint::host)
        .containsExactly("a.example", "b.example");
  }

  @Test
  void addressesAreMadeOfTheAccountAndTheSuffix() {
    var read = ConnectionString.parse("DefaultEndpointsProtocol=http;AccountName=owls;AccountKey="
        + KEY + ";EndpointSuffix=localhost:10002");

    assertThat(read.tableEndpoint()).isEqualTo("http://owls.table.localhost:10002");
    assertThat(read.queueEndpoint()).isEqualTo("http://owls.queue.localhost:10002");
    assertThat(read.tables().build().endpoint().account()).isEqualTo("owls");
  }

  @Test
  void withoutProtocolAndSuffixTheAccountIsInTheCloud() {
    var read = ConnectionString.parse("AccountName=owls;AccountKey=" + KEY);

    assertThat(read.tableEndpoint()).isEqualTo("https://owls.table.core.windows.net");
  }

  @Test
  void givenAddressesGoFirstAndNamesHaveNoCase() {
    var read = ConnectionString.parse(
        "accountname=owls;ACCOUNTKEY=" + KEY
            + "==;tableendpoint=http://127.0.0.1:1/owls/;QueueEndpoint=http://127.0.0.1:2/owls;BlobEndpoint=http://127.0.0.1:3/owls");

    assertThat(read.tableEndpoint()).isEqualTo("http://127.0.0.1:1/owls");
    assertThat(read.queueEndpoint()).isEqualTo("http://127.0.0.1:2/owls");
    assertThat(read.key()).hasValue(KEY + "==");
  }

  @Test
  void aSignatureNeedsNoAccount() {
    var read = ConnectionString.parse(
        "TableEndpoint=https://owls.table.example.org;SharedAccessSignature=sv=2019-02-02&sig=a%3D");

    assertThat(read.sharedAccessSignature()).hasValue("sv=2019-02-02&sig=a%3D");
    assertThat(read.tables().build().endpoint().account()).isEqualTo("owls");
    assertThatIllegalArgumentException()
        .isThrownBy(read::queues)
        .withMessageContaining("missing=QueueEndpoint");
  }

  @Test
  void anInvalidTextIsRefusedWithoutItsSecrets() {
    refused("AccountName=owls", "expected=AccountKey|SharedAccessSignature");
    refused("AccountName=owls;AccountKey=" + KEY + ";SharedAccessSignature=" + KEY, "expected=");
    refused("AccountKey=" + KEY, "missing=AccountName");
    refused("AccountName=owls;AccountKey=", "setting=2 expected=NAME=VALUE");
    refused("AccountName=owls;AccountKey=" + KEY + ";accountkey=" + KEY, "setting=3 isRepeated");
    refused("AccountName=owls;" + KEY, "setting=2 expected=NAME=VALUE");
    refused("AccountName=owls;" + KEY + "=", "setting=2 expected=NAME=VALUE");
    refused("AccountName=owls;" + KEY + "==", "expected=AccountKey");
    refused(KEY + "=a;" + KEY + "=b", "setting=2 isRepeated");
    refused("", "expected=AccountKey");
  }

  private static void refused(String text, String facts) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConnectionString.parse(text))
        .withMessageContaining(facts)
        .withMessageNotContaining(KEY);
  }

  @Test
  void theTextOfTheObjectHasNoSecrets() {
    assertThat(ConnectionString.parse("AccountName=owls;AccountKey=" + KEY))
        .asString()
        .contains("accountname")
        .doesNotContain(KEY);
  }
}
