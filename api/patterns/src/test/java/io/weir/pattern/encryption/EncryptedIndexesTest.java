package io.weir.pattern.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.aggregate.Aggregate;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import io.weir.api.write.Write;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * Indexes, orders and aggregates serve plain properties, and refuse hidden ones before anything is
 * sent.
 */
final class EncryptedIndexesTest {

  private static final TableName PATIENTS = new TableName("Patients");
  private static final IndexDefinition BY_BED = IndexDefinition.of("byBed", "Bed");
  private static final SortProperty NAME = SortProperty.ascending("Name");
  private static final SortProperty BED = SortProperty.descending("Bed");

  private final ModelTableService plain = new ModelTableService();
  private final EncryptingTableService service = EncryptingTableService.over(
      plain, KeyRing.of(AesWrappingKey.of("k1", new byte[32])), HiddenProperties.of("Name"));

  @BeforeEach
  void createTable() {
    service.createTable(PATIENTS).block();
    insert("1", "Ada", 7);
    insert("2", "Bob", 9);
  }

  @Test
  void anIndexOverAHiddenPropertyIsRefusedWithTheReason() {
    for (var definition : List.of(
        IndexDefinition.of("byName", "Name"), IndexDefinition.of("byBoth", "Bed", "Name"))) {
      assertThat(refusal(service.createIndex(PATIENTS, definition)).facts())
          .isEqualTo("index=hiddenProperty property=Name reason=theServiceSeesItEncrypted");
    }
    assertThat(plain.indexes(PATIENTS).block()).isEmpty();
  }

  @Test
  void anIndexThatSelectsEntitiesByAHiddenPropertyIsRefused() {
    var failure = refusal(service.createIndex(PATIENTS, BY_BED.where("Name eq 'Ada'")));

    assertThat(failure.facts()).startsWith("filter=hiddenProperty property=Name");
    assertThat(plain.indexes(PATIENTS).block()).isEmpty();
  }

  @Test
  void anIndexOverPlainPropertiesIsCreatedListedAndDropped() {
    service.createIndex(PATIENTS, BY_BED).block();

    assertThat(service.indexes(PATIENTS).block())
        .extracting(IndexStatus::definition)
        .containsExactly(BY_BED);
    service.dropIndex(PATIENTS, new IndexName("byBed")).block();
    assertThat(plain.indexes(PATIENTS).block()).isEmpty();
  }

  @Test
  void anOrderByAHiddenPropertyIsRefusedByEveryQuery() {
    var ordered = Query.ALL.orderBy(BED, NAME);

    for (var call : List.<Mono<?>>of(
        service.page(PATIENTS, ordered),
        service.stream(PATIENTS, ordered).then(),
        service.query(PATIENTS, ordered).then(),
        service.count(PATIENTS, ordered))) {
      assertThat(refusal(call).facts())
          .isEqualTo("orderBy=hiddenProperty property=Name reason=theServiceSeesItEncrypted");
    }
  }

  @Test
  void anOrderByAPlainPropertyReturnsDecryptedEntities() {
    service.createIndex(PATIENTS, BY_BED).block();

    var names = service
        .query(PATIENTS, Query.ALL.where("Bed gt 0").orderBy(BED))
        .map(patient -> patient.getString("Name").orElse("?"))
        .collectList()
        .block();

    assertThat(names).containsExactly("Bob", "Ada");
  }

  @Test
  void aCountPassesUnlessItsFilterComparesAHiddenProperty() {
    assertThat(service.count(PATIENTS, Query.ALL.where("Bed gt 7")).block().returned())
        .isEqualTo(1);
    assertThat(
            refusal(service.count(PATIENTS, Query.ALL.where("Name eq 'Ada'"))).facts())
        .startsWith("filter=hiddenProperty property=Name");
  }

  @Test
  void aggregatesOfPlainPropertiesPassAndThoseOfHiddenOnesAreRefused() {
    var beds = Aggregation.of(Aggregate.sum("Bed", "Beds"), Aggregate.count("Patients"));

    assertThat(
            service.aggregate(PATIENTS, Query.ALL, beds).block().groups().get(0).toMap())
        .isEqualTo(Map.of("Beds", new EdmInt64(16), "Patients", new EdmInt64(2)));
    for (var hidden :
        List.of(Aggregation.of(Aggregate.min("Name", "First")), beds.groupBy("Bed", "Name"))) {
      assertThat(refusal(service.aggregate(PATIENTS, Query.ALL, hidden)).facts())
          .startsWith("aggregate=hiddenProperty property=Name");
    }
  }

  private void insert(String row, String name, int bed) {
    var entity = Entity.builder("ward", row).set("Name", name).set("Bed", bed).build();
    service.write(PATIENTS, new Write.Insert(entity)).block();
  }

  private static InvalidRequestException refusal(Mono<?> call) {
    var failure = catchThrowableOfType(InvalidRequestException.class, call::block);
    assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
    return failure;
  }
}
