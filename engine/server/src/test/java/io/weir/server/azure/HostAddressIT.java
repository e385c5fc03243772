package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.ProxyOptions;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import com.microsoft.azure.storage.CloudStorageAccount;
import com.microsoft.azure.storage.OperationContext;
import io.weir.api.wire.SharedKey;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Addresses as in the cloud: from a connection string with the suffix of a domain, the clients make
 * {@code http://ACCOUNT.table.SUFFIX}.
 *
 * <p>No name is looked up: the clients use the server as their proxy.
 */
@ExtendWith(SdkServer.class)
final class HostAddressIT {

  private static final String CONNECTION = "DefaultEndpointsProtocol=http;AccountName="
      + SdkAccount.NAME + ";AccountKey=" + SharedKey.DEVELOPMENT_KEY
      + ";EndpointSuffix=weir.example";

  @Test
  void theClientWorksWithAConnectionStringInTheFormOfTheCloud(SdkAccount account) {
    var service = service(account);
    var table = service.createTable(SdkAccount.freeName());

    table.createEntity(new TableEntity("p", "it's").addProperty("N", 1));
    table.submitTransaction(List.of(
        new TableTransactionAction(
            TableTransactionActionType.UPSERT_REPLACE, new TableEntity("p", "2")),
        new TableTransactionAction(
            TableTransactionActionType.UPSERT_MERGE, new TableEntity("p", "3"))));

    assertThat(service.getServiceEndpoint())
        .isEqualTo("http://" + SdkAccount.NAME + ".table.weir.example");
    assertThat(table.getEntity("p", "it's").getProperty("N")).isEqualTo(1);
    assertThat(SdkAssertions.rowsWhere(table, "PartitionKey eq 'p'"))
        .containsExactly("2", "3", "it's");
  }

  @Test
  void bothStylesShowTheSameTables(SdkAccount account) {
    var table = account.table(new TableEntity("p", "r"));

    assertThat(service(account)
            .getTableClient(table.getTableName())
            .getEntity("p", "r")
            .getRowKey())
        .isEqualTo("r");
  }

  @Test
  void thePreviousClientWorksWithSuchAConnectionString(SdkAccount account) throws Exception {
    var context = new OperationContext();
    context.setProxy(new Proxy(Proxy.Type.HTTP, server(account)));
    var table = CloudStorageAccount.parse(CONNECTION)
        .createCloudTableClient()
        .getTableReference(SdkAccount.freeName());

    table.create(null, context);

    assertThat(table.getUri().getHost()).isEqualTo(SdkAccount.NAME + ".table.weir.example");
    assertThat(table.exists(null, context)).isTrue();
    assertThat(account.service().getTableClient(table.getName()).listEntities()).isEmpty();
  }

  private static TableServiceClient service(SdkAccount account) {
    return new TableServiceClientBuilder()
        .connectionString(CONNECTION)
        .httpClient(new JdkHttpClientBuilder()
            .proxy(new ProxyOptions(ProxyOptions.Type.HTTP, server(account)))
            .build())
        .buildClient();
  }

  private static InetSocketAddress server(SdkAccount account) {
    var endpoint = URI.create(account.endpoint());
    return new InetSocketAddress(endpoint.getHost(), endpoint.getPort());
  }
}
