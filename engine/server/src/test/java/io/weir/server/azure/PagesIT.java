package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** Pages, continuations and selections. */
@ExtendWith(SdkServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class PagesIT {

  private static final int ENTITIES = 1500;

  private final SdkAccount account;
  private final TableClient table;

  PagesIT(SdkAccount account) {
    this.account = account;
    table = account.table();
    for (var partition = 0; partition < 3; partition++) {
      for (var first = 0; first < ENTITIES / 3; first += 100) {
        table.submitTransaction(inserts("p" + partition, first));
      }
    }
  }

  private static List<TableTransactionAction> inserts(String partition, int first) {
    return IntStream.range(first, first + 100)
        .mapToObj(n -> new TableTransactionAction(
            TableTransactionActionType.CREATE,
            new TableEntity(partition, String.format("%05d", n))
                .addProperty("N", n)
                .addProperty("Even", n % 2 == 0)))
        .collect(Collectors.toList());
  }

  @Test
  void aPageHasAThousandEntities() {
    assertThat(SdkAssertions.pageSizes(table, new ListEntitiesOptions()))
        .containsExactly(1000, 500);
  }

  @Test
  void theClientChoosesSmallerPages() {
    assertThat(SdkAssertions.pageSizes(table, new ListEntitiesOptions().setTop(400)))
        .containsExactly(400, 400, 400, 300);
  }

  @Test
  void aFullLastPageIsFollowedByAtMostOneEmptyPage() {
    var sizes = SdkAssertions.pageSizes(table, new ListEntitiesOptions().setTop(500));

    assertThat(sizes.stream().mapToInt(size -> size)).hasSizeBetween(3, 4);
    assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(ENTITIES);
  }

  @Test
  void pagesFollowTheOrderOfKeysWithoutGapOrRepeat() {
    var keys = table.listEntities(new ListEntitiesOptions().setTop(77), null, null).stream()
        .map(entity -> entity.getPartitionKey() + "/" + entity.getRowKey())
        .collect(Collectors.toList());

    assertThat(keys).hasSize(ENTITIES).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void aFilterAppliesToAllPages() {
    var options = new ListEntitiesOptions()
        .setFilter("Even eq true and PartitionKey ne 'p1'")
        .setTop(120);

    assertThat(SdkAssertions.rows(table, options)).hasSize(500);
    assertThat(SdkAssertions.pageSizes(table, options)).allMatch(size -> size <= 120);
  }

  @Test
  void anotherClientContinuesFromAContinuation() {
    var options = new ListEntitiesOptions().setTop(1000);
    var first =
        table.listEntities(options, null, null).iterableByPage().iterator().next();

    var rest = account
        .service()
        .getTableClient(table.getTableName())
        .listEntities(options, null, null)
        .iterableByPage(first.getContinuationToken())
        .iterator()
        .next();

    assertThat(rest.getValue()).hasSize(500);
    assertThat(rest.getValue().get(0).getRowKey()).isEqualTo("00000");
    assertThat(rest.getContinuationToken()).isNull();
  }

  @Test
  void anEntityDeletedBetweenTwoPagesIsNotReturned() {
    var own = account.table();
    own.submitTransaction(inserts("p", 0));
    var pages = own.listEntities(new ListEntitiesOptions().setTop(50), null, null)
        .iterableByPage()
        .iterator();
    assertThat(pages.next().getValue()).hasSize(50);
    own.deleteEntity("p", "00050");

    assertThat(pages.next().getValue()).hasSize(49);
  }

  @Test
  void anEmptyTableHasNoPages() {
    assertThat(account.table().listEntities().stream()).isEmpty();
  }

  @Test
  void aPageSizeAboveAThousandIsRefused() {
    SdkAssertions.assertRefused(
        () -> SdkAssertions.rows(table, new ListEntitiesOptions().setTop(1001)),
        400,
        "InvalidInput");
  }

  @Test
  void onlySelectedPropertiesAreReturned() {
    var options = new ListEntitiesOptions()
        .setFilter("PartitionKey eq 'p1' and RowKey eq '00007'")
        .setSelect(List.of("N", "RowKey", "Missing"));

    var found = new ArrayList<>(
        table.listEntities(options, null, null).stream().collect(Collectors.toList()));
    assertThat(found).hasSize(1);
    assertThat(found.get(0).getProperty("N")).isEqualTo(7);
    assertThat(found.get(0).getProperties()).doesNotContainKey("Even");
  }

  @Test
  void aFilterMayUsePropertiesThatAreNotSelected() {
    var options = new ListEntitiesOptions()
        .setFilter("PartitionKey eq 'p1' and N ge 495 and Even eq false")
        .setSelect(List.of("RowKey"));

    assertThat(SdkAssertions.rows(table, options)).containsExactly("00495", "00497", "00499");
  }

  @Test
  void onlySelectedPropertiesOfASingleEntityAreReturned() {
    var found =
        table.getEntityWithResponse("p0", "00004", List.of("Even"), null, null).getValue();

    assertThat(found.getProperties()).containsEntry("Even", true).doesNotContainKey("N");
  }
}
