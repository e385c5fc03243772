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
 * <p>The clients do not try again, so that each answer is the first one.
 */
final class SdkAccount {

  static final String NAME = "devstoreaccount1";

  private static final HttpClient TRANSPORT = new JdkHttpClientProvider().createInstance();
  private static final AtomicLong TABLES = new AtomicLong(System.currentTimeMillis());

  static {
    // It warns of a header at each request, and logs what these checks expect.
    ((Logger) LoggerFactory.getLogger("com.azure")).setLevel(Level.OFF);
  }

  private final String endpoint;

  SdkAccount(String endpoint) {
    this.endpoint = endpoint;
  }

  /** Address of the account, without a slash at the end. */
  String endpoint() {
    return endpoint;
  }

  /** The owner of the account. */
  TableServiceClient service() {
    return signedWith(SharedKey.DEVELOPMENT_KEY).buildClient();
  }

  TableServiceAsyncClient asyncService() {
    return signedWith(SharedKey.DEVELOPMENT_KEY).buildAsyncClient();
  }

  /** Somebody who knows this key. */
  TableServiceClientBuilder signedWith(String key) {
    return anonymous().credential(new AzureNamedKeyCredential(NAME, key));
  }

  /** Somebody who holds this token. */
  TableServiceClient holding(String sasToken) {
    return anonymous().sasToken(sasToken).buildClient();
  }

  private TableServiceClientBuilder anonymous() {
    return new TableServiceClientBuilder()
        .endpoint(endpoint)
        .httpClient(TRANSPORT)
        .retryOptions(new RetryOptions(new FixedDelayOptions(0, Duration.ofMillis(1))));
  }

  /** A name that no table has yet. */
  static String freeName() {
    return "Sdk" + TABLES.incrementAndGet();
  }

  /** A new table that holds these. */
  TableClient table(TableEntity... entities) {
    var table = service().createTable(freeName());
    for (var entity : entities) {
      table.createEntity(entity);
    }
    return table;
  }

  /** The same table for the reactive client. */
  TableAsyncClient asyncTable(TableEntity... entities) {
    return asyncService().getTableClient(table(entities).getTableName());
  }
}
