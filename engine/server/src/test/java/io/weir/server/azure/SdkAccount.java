package io.weir.server.azure;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.azure.core.credential.AzureNamedKeyCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientProvider;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.data.tables.TableAsyncClient;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableServiceAsyncClient;
import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.data.tables.models.TableEntity;
import io.weir.api.wire.SharedKey;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.LoggerFactory;

/**
 * The development account as the public client sees it.
 *
 * <p>The clients do not retry, so each answer is the first one.
 */
final class SdkAccount {

  static final String NAME = "devstoreaccount1";

  private static final HttpClient TRANSPORT = new JdkHttpClientProvider().createInstance();
  private static final AtomicLong TABLES = new AtomicLong(System.currentTimeMillis());

  static {
    // The client warns of a header at each request and logs failures that these checks expect.
    ((Logger) LoggerFactory.getLogger("com.azure")).setLevel(Level.OFF);
  }

  private final String endpoint;

  SdkAccount(String endpoint) {
    this.endpoint = endpoint;
  }

  /** Returns the address of the account, without a trailing slash. */
  String endpoint() {
    return endpoint;
  }

  /** Returns a client with the key of the account. */
  TableServiceClient service() {
    return signedWith(SharedKey.DEVELOPMENT_KEY).buildClient();
  }

  TableServiceAsyncClient asyncService() {
    return signedWith(SharedKey.DEVELOPMENT_KEY).buildAsyncClient();
  }

  /** Returns a builder of clients that sign with this key. */
  TableServiceClientBuilder signedWith(String key) {
    return anonymous().credential(new AzureNamedKeyCredential(NAME, key));
  }

  /** Returns a client that uses this token. */
  TableServiceClient holding(String sasToken) {
    return anonymous().sasToken(sasToken).buildClient();
  }

  private TableServiceClientBuilder anonymous() {
    return new TableServiceClientBuilder()
        .endpoint(endpoint)
        .httpClient(TRANSPORT)
        .retryOptions(new RetryOptions(new FixedDelayOptions(0, Duration.ofMillis(1))));
  }

  /** Returns a name that no table has. */
  static String freeName() {
    return "Sdk" + TABLES.incrementAndGet();
  }

  /** Creates a table that holds these entities, and returns its client. */
  TableClient table(TableEntity... entities) {
    var table = service().createTable(freeName());
    for (var entity : entities) {
      table.createEntity(entity);
    }
    return table;
  }

  /** Creates a table that holds these entities, and returns its reactive client. */
  TableAsyncClient asyncTable(TableEntity... entities) {
    return asyncService().getTableClient(table(entities).getTableName());
  }
}
