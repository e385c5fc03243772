package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.azure.storage.CloudStorageAccount;
import com.microsoft.azure.storage.StorageException;
import com.microsoft.azure.storage.table.CloudTable;
import com.microsoft.azure.storage.table.CloudTableClient;
import com.microsoft.azure.storage.table.DynamicTableEntity;
import com.microsoft.azure.storage.table.EntityProperty;
import com.microsoft.azure.storage.table.TableOperation;
import com.microsoft.azure.storage.table.TableQuery;
import io.weir.api.wire.SharedKey;
import java.net.URISyntaxException;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * The development account as the retired client, {@code com.microsoft.azure:azure-storage}, sees
 * it.
 */
final class PreviousClient {

  private PreviousClient() {}

  static CloudTableClient of(SdkAccount account) {
    var text = "DefaultEndpointsProtocol=http;AccountName=" + SdkAccount.NAME + ";AccountKey="
        + SharedKey.DEVELOPMENT_KEY + ";TableEndpoint=" + account.endpoint();
    try {
      return CloudStorageAccount.parse(text).createCloudTableClient();
    } catch (URISyntaxException | InvalidKeyException e) {
      throw new AssertionError("No connection string: " + text, e);
    }
  }

  /** Creates a table that holds these entities. */
  static CloudTable table(CloudTableClient client, DynamicTableEntity... entities)
      throws StorageException, URISyntaxException {
    var table = client.getTableReference(SdkAccount.freeName());
    table.create();
    for (var entity : entities) {
      table.execute(TableOperation.insert(entity));
    }
    return table;
  }

  static DynamicTableEntity entity(
      String partitionKey, String rowKey, Map<String, EntityProperty> properties) {
    var entity = new DynamicTableEntity(partitionKey, rowKey);
    entity.getProperties().putAll(properties);
    return entity;
  }

  /** Returns the entity with these keys; null when there is none. */
  static DynamicTableEntity stored(CloudTable table, String partitionKey, String rowKey)
      throws StorageException {
    var retrieve = TableOperation.retrieve(partitionKey, rowKey, DynamicTableEntity.class);
    return table.execute(retrieve).getResultAsType();
  }

  /** Returns the RowKeys that a filter finds, in the order of the answer. */
  static List<String> rowsWhere(CloudTable table, String filter) {
    var rows = new ArrayList<String>();
    for (var entity : table.execute(TableQuery.from(DynamicTableEntity.class).where(filter))) {
      rows.add(entity.getRowKey());
    }
    return rows;
  }

  static void assertRefused(ThrowingCallable action, int status, String code) {
    assertThatThrownBy(action).isInstanceOfSatisfying(StorageException.class, failure -> {
      assertThat(failure.getHttpStatusCode()).isEqualTo(status);
      assertThat(failure.getErrorCode()).isEqualTo(code);
    });
  }
}
