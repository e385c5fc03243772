package io.weir.pattern.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Expiry;
import io.weir.api.entity.Selection;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** The underlying service does not see hidden values, and they are read back unchanged. */
final class EncryptingTableServiceTest {

  private static final TableName PATIENTS = new TableName("Patients");
  private static final EntityKey KEY = new EntityKey("ward", "1");
  private static final Entity ENTITY = Entity.builder("ward", "1")
      .set("Name", "Ada")
      .set("Bed", 7)
      .set("Weight", 61.5)
      .set("Born", Instant.parse("1815-12-10T00:00:00Z"))
      .set("Id", new UUID(1, 2))
      .set("Photo", new byte[] {1, 2, 3})
      .set("Insured", true)
      .set("Account", 1L << 40)
      .build();

  private final ObservedService observed = new ObservedService(new ModelTableService());
  private final TableService behind = observed.service();
  private final EncryptingTableService service = EncryptingTableService.over(
      behind,
      KeyRing.of(AesWrappingKey.of("k1", new byte[32])),
      HiddenProperties.of("Name", "Weight", "Born", "Id", "Photo", "Insured", "Account"));

  @BeforeEach
  void createTable() {
    service.createTable(PATIENTS).block();
  }

  @Test
  void aHiddenPropertyIsNotChangedInPlaceAndNotComparedByACondition() {
    service.write(PATIENTS, new Write.Insert(ENTITY)).block();
    var bed = PropertyOperation.of("Bed", Operator.ADD, new EdmInt32(1));

    assertThatThrownBy(() -> service
            .write(
                PATIENTS,
                Write.change(
                    KEY, bed, PropertyOperation.of("Weight", Operator.ADD, new EdmInt32(1))))
            .block())
        .hasMessageContaining("property=Weight");
    assertThatThrownBy(() -> service
            .write(PATIENTS, Write.change(KEY, bed).when(FilterParser.parse("Insured eq true")))
            .block())
        .hasMessageContaining("property=Insured");

    assertThat(behind.get(PATIENTS, KEY).block().getInt32("Bed")).contains(7);
  }

  @Test
  void aPlainPropertyIsChangedInPlaceAndTheAnswerIsDecrypted() {
    var change = Write.change(KEY, PropertyOperation.of("Bed", Operator.ADD, new EdmInt32(1)))
        .orCreate(ENTITY)
        .answering(Write.Answer.BEFORE_AND_AFTER);

    var created = service.write(PATIENTS, change).block();
    var changed = service.write(PATIENTS, change).block();

    assertThat(behind.get(PATIENTS, KEY).block().get("Name")).get().isInstanceOf(EdmBinary.class);
    assertThat(created.before()).isEmpty();
    assertThat(changed.before()).isEqualTo(created.after());
    assertThat(changed.after().flatMap(entity -> entity.getString("Name"))).contains("Ada");
    assertThat(changed.after().flatMap(entity -> entity.getInt32("Bed"))).contains(9);
    assertThat(service.get(PATIENTS, KEY).block()).isEqualTo(changed.after().orElseThrow());
  }

  @Test
  void everyTypeIsReadBackUnchangedAndStoredAsBytes() {
    service.write(PATIENTS, new Write.Insert(ENTITY)).block();

    service
        .get(PATIENTS, KEY)
        .map(entity -> entity.withTimestamp(0))
        .as(StepVerifier::create)
        .expectNext(ENTITY)
        .verifyComplete();
    var stored = behind.get(PATIENTS, KEY).block();
    assertThat(stored.getInt32("Bed")).contains(7);
    assertThat(stored.getString(Metadata.KEY_ID)).contains("k1");
    assertThat(stored.toMap().keySet())
        .containsAll(ENTITY.toMap().keySet())
        .containsAll(Metadata.ALL);
    assertThat(stored.toMap()).allSatisfy((name, value) -> {
      if (!name.equals("Bed") && !name.equals(Metadata.KEY_ID)) {
        assertThat(value).isInstanceOf(EdmBinary.class);
      }
    });
  }

  @Test
  void everyVersionHasItsOwnKey() {
    service.write(PATIENTS, new Write.Upsert(ENTITY, WriteMode.REPLACE)).block();
    var first = behind.get(PATIENTS, KEY).block();
    service
        .write(PATIENTS, new Write.Update(ENTITY, WriteMode.REPLACE, IfMatch.ANY))
        .block();
    var second = behind.get(PATIENTS, KEY).block();

    assertThat(first.get("Name")).isNotEqualTo(second.get("Name"));
    assertThat(first.get(Metadata.CONTENT_KEY)).isNotEqualTo(second.get(Metadata.CONTENT_KEY));
  }

  @Test
  void anEntityWithoutHiddenPropertiesIsStoredUnchanged() {
    var plain = Entity.builder("ward", "2").set("Bed", 1).build();

    service.write(PATIENTS, new Write.Insert(plain)).block();

    assertThat(observed.writes).containsExactly(new Write.Insert(plain));
  }

  @Test
  void eachLineOfABulkWriteIsEncryptedOrRefusedSeparately() {
    var merge = new Write.Upsert(ENTITY, WriteMode.MERGE);

    service
        .bulk(PATIENTS, Flux.just(BulkLine.of(new Write.Insert(ENTITY)), BulkLine.of(merge)))
        .as(StepVerifier::create)
        .assertNext(done -> assertThat(done).isInstanceOf(BulkResult.Done.class))
        .assertNext(refused -> assertThat(refused).isInstanceOf(BulkResult.Refused.class))
        .expectNext(new BulkResult.End(1, 1))
        .verifyComplete();
    assertThat(behind.get(PATIENTS, KEY).block().get("Name")).containsInstanceOf(EdmBinary.class);
    assertThat(service.get(PATIENTS, KEY).block().getString("Name")).contains("Ada");
  }

  @Test
  void allWritesOfABatchAreEncryptedAndAFailureNamesItsWrite() {
    var second = Entity.builder("ward", "2").set("Name", "Bob").build();
    service
        .submit(
            PATIENTS,
            Batch.of(new Write.Insert(ENTITY), new Write.Upsert(second, WriteMode.REPLACE)))
        .block();

    assertThat(behind.get(PATIENTS, second.key()).block().getString("Name")).isEmpty();
    service
        .query(PATIENTS, Query.ALL.select("Name"))
        .map(entity -> entity.getString("Name").orElseThrow())
        .as(StepVerifier::create)
        .expectNext("Ada", "Bob")
        .verifyComplete();
    service
        .submit(
            PATIENTS,
            Batch.of(
                new Write.Delete(KEY, IfMatch.ANY),
                new Write.Update(second, WriteMode.MERGE, IfMatch.ANY)))
        .as(StepVerifier::create)
        .verifyErrorSatisfies(failure ->
            assertThat(((TableServiceException) failure).failedOperation()).isEqualTo(1));
    assertThat(observed.writes).hasSize(2);
  }

  @Test
  void aMergeOfAHiddenPropertyIsRefusedBeforeItIsSent() {
    service.write(PATIENTS, new Write.Insert(ENTITY)).block();
    var hidden = Entity.builder("ward", "1").set("Name", "Eve").build();
    var reserved = Entity.builder("ward", "1").set(Metadata.KEY_ID, "k2").build();

    for (var refused : Flux.just(hidden, reserved)
        .flatMap(entity -> Flux.<Write>just(
            new Write.Upsert(entity, WriteMode.MERGE),
            new Write.Update(entity, WriteMode.MERGE, IfMatch.ANY)))
        .toIterable()) {
      service
          .write(PATIENTS, refused)
          .as(StepVerifier::create)
          .verifyError(InvalidRequestException.class);
    }

    assertThat(observed.writes).hasSize(1);
    assertThatThrownBy(() ->
            service.write(PATIENTS, new Write.Upsert(hidden, WriteMode.MERGE)).block())
        .hasMessageContaining("merge=hiddenProperty property=Name")
        .hasMessageContaining("instead=replace");
  }

  @Test
  void aMergeOfPlainPropertiesKeepsHiddenOnes() {
    service.write(PATIENTS, new Write.Insert(ENTITY)).block();
    var moved = Entity.builder("ward", "1").set("Bed", 8).set("Nurse", "Joy").build();

    service
        .write(PATIENTS, new Write.Update(moved, WriteMode.MERGE, IfMatch.ANY))
        .block();

    var merged = service.get(PATIENTS, KEY).block();
    assertThat(merged.getInt32("Bed")).contains(8);
    assertThat(merged.getString("Nurse")).contains("Joy");
    assertThat(merged.getString("Name")).contains("Ada");
  }

  @Test
  void propertyNamesOfTheEncryptionAreRefusedInAnyWrite() {
    var reserved = Entity.builder("ward", "1").set(Metadata.NAMES, "x").build();

    service
        .write(PATIENTS, new Write.Insert(reserved))
        .as(StepVerifier::create)
        .verifyErrorMatches(failure -> failure.getMessage().contains("reservedForEncryption"));
    assertThat(observed.writes).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "startswith(Name,'A')",
        "Bed gt 1 and not contains(tolower(Name),'a')",
        "tolower(Name) eq 'ada'",
        "length(Name) gt 3 or Bed gt 1"
      })
  void aFunctionOfAHiddenPropertyIsRefused(String filter) {
    service.stream(PATIENTS, Query.ALL.where(filter))
        .as(StepVerifier::create)
        .verifyErrorMatches(failure -> failure instanceof InvalidRequestException
            && failure.getMessage().contains("filter=hiddenProperty property=Name"));
    assertThat(observed.selections).isEmpty();
  }

  @Test
  void anExpiryAtAHiddenPropertyIsRefusedWithTheReason() {
    service
        .set(PATIENTS, TableSetting.EXPIRY, Expiry.at("Name"))
        .as(StepVerifier::create)
        .verifyErrorMatches(failure -> failure instanceof InvalidRequestException
            && failure.getMessage().contains("expiry=hiddenProperty property=Name"));
    service.setting(PATIENTS, TableSetting.EXPIRY).as(StepVerifier::create).verifyComplete();
  }

  @Test
  void aFilterOnAHiddenPropertyIsRefusedWithTheReason() {
    var filtered = Query.ALL.where("Bed gt 1 and not (RowKey eq '1' or Name eq 'Ada')");

    service.stream(PATIENTS, filtered)
        .as(StepVerifier::create)
        .verifyErrorMatches(failure -> failure instanceof InvalidRequestException
            && failure.getMessage().contains("filter=hiddenProperty property=Name"));
    service
        .page(PATIENTS, filtered)
        .as(StepVerifier::create)
        .verifyError(InvalidRequestException.class);
    service
        .query(PATIENTS, Query.ALL.where("Bed gt 1 and WeirKeyId ne 'k1'"))
        .as(StepVerifier::create)
        .verifyComplete();
    assertThat(observed.selections).hasSize(1);
  }

  @Test
  void aSelectionReadsTheMetadataAndReturnsOnlyTheNamedProperties() {
    service.write(PATIENTS, new Write.Insert(ENTITY)).block();

    var page = service.page(PATIENTS, Query.ALL.select("Name", "Bed")).block();

    assertThat(page.items().get(0).toMap())
        .containsOnlyKeys("Name", "Bed")
        .containsEntry("Name", new EdmString("Ada"));
    assertThat(observed.selections.peek().names())
        .containsExactlyInAnyOrder(
            "Name", "Bed", Metadata.KEY_ID, Metadata.CONTENT_KEY, Metadata.NAMES);
    service
        .get(PATIENTS, KEY, Selection.of("Bed"))
        .map(entity -> entity.toMap().keySet())
        .as(StepVerifier::create)
        .expectNextMatches(names -> names.size() == 1 && names.contains("Bed"))
        .verifyComplete();
  }

  @Test
  void aStreamHonoursDemandKeepsOtherItemsAndCanBeCancelled() {
    for (var i = 0; i < 5; i++) {
      var entity = Entity.builder("ward", "" + i).set("Name", "n" + i).build();
      service.write(PATIENTS, new Write.Insert(entity)).block();
    }

    StepVerifier.create(service.stream(PATIENTS, Query.ALL), 0)
        .expectSubscription()
        .thenRequest(1)
        .expectNextMatches(item -> name(item).equals("n0"))
        .thenRequest(1)
        .expectNextMatches(item -> name(item).equals("n1"))
        .thenCancel()
        .verify();
    service.stream(PATIENTS, Query.ALL)
        .filter(item -> !(item instanceof StreamItem.Row))
        .as(StepVerifier::create)
        .thenConsumeWhile(StreamItem.Progress.class::isInstance)
        .expectNextMatches(item -> item instanceof StreamItem.End)
        .verifyComplete();
  }

  @Test
  void otherRequestsPassThroughUnchanged() {
    service.write(PATIENTS, new Write.Insert(ENTITY)).block();

    service
        .table(new TableName("patients"))
        .as(StepVerifier::create)
        .expectNext(PATIENTS)
        .verifyComplete();
    service.tables().as(StepVerifier::create).expectNext(PATIENTS).verifyComplete();
    service
        .write(PATIENTS, new Write.Delete(KEY, IfMatch.ANY))
        .then()
        .as(StepVerifier::create)
        .verifyComplete();
    service.deleteRange(PATIENTS, Filter.ALL).as(StepVerifier::create).verifyComplete();
    service.deleteTable(PATIENTS).as(StepVerifier::create).verifyComplete();
    service.get(PATIENTS, KEY).as(StepVerifier::create).verifyError(TableServiceException.class);
    Mono.from(service.stream(PATIENTS, Query.ALL))
        .as(StepVerifier::create)
        .verifyError(TableServiceException.class);
  }

  private static String name(StreamItem item) {
    return ((StreamItem.Row) item).entity().getString("Name").orElseThrow();
  }
}
