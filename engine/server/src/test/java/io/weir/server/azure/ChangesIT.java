package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** Changes in place: the public client sends them as merges with further properties. */
@ExtendWith(SdkServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class ChangesIT {

  private final TableClient table;

  ChangesIT(SdkAccount account) {
    table = account.table();
  }

  @Test
  void aPropertyIsAddedToUnderACondition() {
    table.createEntity(new TableEntity("p", "stock").addProperty("Stock", 1L));
    var take = new TableEntity("p", "stock")
        .addProperty("Stock", -1L)
        .addProperty("Stock@weir.change", "add")
        .addProperty("weir.when", "Stock ge 1L");

    table.updateEntity(take);
    SdkAssertions.assertRefused(() -> table.updateEntity(take), 412, "UpdateConditionNotSatisfied");

    assertThat(table.getEntity("p", "stock").getProperties())
        .containsEntry("Stock", 0L)
        .doesNotContainKeys("Stock@weir.change", "weir.when");
  }

  @Test
  void anAbsentEntityIsCreatedFromDefaults() {
    var seen = new TableEntity("p", "created")
        .addProperty("Seen", 1)
        .addProperty("Seen@weir.change", "add")
        .addProperty("weir.create", "{\"Seen\":10,\"Name\":\"owl\"}");

    table.upsertEntityWithResponse(seen, TableEntityUpdateMode.MERGE, null, null);
    table.upsertEntityWithResponse(seen, TableEntityUpdateMode.MERGE, null, null);

    assertThat(table.getEntity("p", "created").getProperties())
        .containsEntry("Seen", 12)
        .containsEntry("Name", "owl");
  }

  @Test
  void aTransactionContainsChanges() {
    table.createEntity(new TableEntity("t", "1").addProperty("N", 5).addProperty("Old", true));

    table.submitTransaction(List.of(
        new TableTransactionAction(
            TableTransactionActionType.UPDATE_MERGE,
            new TableEntity("t", "1")
                .addProperty("N", 7)
                .addProperty("N@weir.change", "max")
                .addProperty("Old@weir.change", "remove")),
        new TableTransactionAction(TableTransactionActionType.CREATE, new TableEntity("t", "2"))));

    assertThat(table.getEntity("t", "1").getProperties())
        .containsEntry("N", 7)
        .doesNotContainKey("Old");
  }
}
