package io.weir.server.auth;

import static io.weir.server.auth.SignedAccess.OTHER;
import static io.weir.server.auth.SignedAccess.TABLE;
import static io.weir.server.auth.SignedAccess.assertDenied;
import static io.weir.server.auth.SignedAccess.entity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.SortProperty;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** The operations and entities that a valid shared access signature grants. */
class SharedAccessTest {

  private static final IndexDefinition BY_AGE = IndexDefinition.of("byAge", "Age");

  private final SignedAccess access = new SignedAccess();
  private final Map<String, String> token = access.token;

  @Test
  void tableSignatureGrantsEntitiesOfItsTableOnly() {
    var tables = access.tables();

    assertThat(tables.query(TABLE, Query.ALL).count().block()).isEqualTo(5);
    assertDenied(tables.get(OTHER, new EntityKey("p", "r")), "AuthorizationFailure");
    assertDenied(tables.createTable(new TableName("More")), "AuthorizationFailure");
    assertDenied(tables.tables(Query.ALL), "AuthorizationFailure");
    assertDenied(tables.table(TABLE), "AuthorizationFailure");
    assertDenied(tables.deleteTable(TABLE), "AuthorizationFailure");
  }

  @ParameterizedTest
  @CsvSource({"r,0", "a,1", "u,2", "d,3"})
  void eachPermissionLetterAllowsOneOperation(String letter, int allowed) {
    token.put("sp", letter);
    var tables = access.tables();
    var attempts = List.<Publisher<?>>of(
        tables.page(TABLE, Query.ALL),
        tables.write(TABLE, new Write.Insert(entity("x/1"))),
        tables.write(TABLE, new Write.Update(entity("a/1"), WriteMode.MERGE, IfMatch.ANY)),
        tables.write(TABLE, new Write.Delete(new EntityKey("a", "1"), IfMatch.ANY)));

    for (var i = 0; i < attempts.size(); i++) {
      if (i == allowed) {
        assertThat(Flux.from(attempts.get(i)).count().block()).isOne();
      } else {
        assertDenied(attempts.get(i), "AuthorizationPermissionMismatch");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"a", "u"})
  void upsertRequiresAddAndUpdatePermission(String letter) {
    token.put("sp", letter);
    var upsert = new Write.Upsert(entity("a/1"), WriteMode.REPLACE);

    assertDenied(access.tables().write(TABLE, upsert), "AuthorizationPermissionMismatch");
    token.put("sp", "au");
    assertThat(access.tables().write(TABLE, upsert).block()).isNotNull();
  }

  @Test
  void readsReturnOnlyEntitiesWithinTheGrantedKeysInclusive() {
    token.putAll(Map.of("spk", "a", "srk", "2", "epk", "b", "erk", "2"));
    var tables = access.tables();

    assertThat(
            tables.query(TABLE, Query.ALL).map(SignedAccess::text).collectList().block())
        .containsExactly("b/1", "b/2");
    assertThat(tables.page(TABLE, Query.ALL).block().items()).hasSize(2);
    assertThat(tables.get(TABLE, new EntityKey("b", "2")).block()).isNotNull();
    assertThat(tables.get(TABLE, new EntityKey("b", "3")).block()).isNull();
    assertThat(tables.get(TABLE, new EntityKey("a", "1")).block()).isNull();
  }

  @Test
  void writesOutsideTheGrantedKeysAreRejected() {
    token.putAll(Map.of("spk", "b", "epk", "b", "erk", "2"));
    var tables = access.tables();
    var inside = new Write.Delete(new EntityKey("b", "2"), IfMatch.ANY);
    var outside = new Write.Delete(new EntityKey("b", "3"), IfMatch.ANY);

    assertDenied(tables.write(TABLE, outside), "AuthorizationFailure");
    assertThatThrownBy(() -> tables.submit(TABLE, Batch.of(inside, outside)).block())
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            failure -> assertThat(failure.failedOperation()).isEqualTo(1));
    assertThat(tables.submit(TABLE, Batch.of(inside)).block()).hasSize(1);
  }

  @Test
  void rangeDeleteIsLimitedToTheGrantedKeys() {
    token.putAll(Map.of("spk", "b", "srk", "2", "epk", "b", "erk", "9"));

    access
        .tables()
        .deleteRange(TABLE, FilterParser.parse("PartitionKey eq 'b'"))
        .block();

    assertThat(access
            .all
            .query(TABLE, Query.ALL)
            .map(SignedAccess::text)
            .collectList()
            .block())
        .containsExactly("a/1", "b/1", "c/1");
    token.put("sp", "ra");
    assertDenied(
        access.tables().deleteRange(TABLE, FilterParser.parse("PartitionKey eq 'b'")),
        "AuthorizationPermissionMismatch");
  }

  @Test
  void eachLineOfABulkWriteIsAuthorisedSeparately() {
    token.putAll(Map.of("sp", "au", "spk", "b", "epk", "b"));
    var lines = Flux.just(
        BulkLine.of(new Write.Insert(entity("b/9"))),
        BulkLine.of(new Write.Insert(entity("c/9"))),
        BulkLine.of(new Write.Delete(new EntityKey("b", "1"), IfMatch.ANY)),
        BulkLine.of(new Write.Upsert(entity("b/2"), WriteMode.MERGE), "g"),
        BulkLine.of(new Write.Delete(new EntityKey("b", "3"), IfMatch.ANY), "g"));

    var results =
        access.tables().bulk(TABLE, lines).collectList().blockOptional().orElseThrow();

    assertThat(results.get(0)).isInstanceOf(BulkResult.Done.class);
    assertThat(results.subList(1, 5))
        .extracting(result -> ((BulkResult.Refused) result).cause().code().code())
        .containsExactly(
            "AuthorizationFailure",
            "AuthorizationPermissionMismatch",
            "AuthorizationPermissionMismatch",
            "AuthorizationPermissionMismatch");
    assertThat(results).endsWith(new BulkResult.End(1, 4));
  }

  @Test
  void readOnlySignatureRejectsABulkWrite() {
    token.put("sp", "r");

    assertDenied(access.tables().bulk(TABLE, Flux.never()), "AuthorizationPermissionMismatch");
  }

  @Test
  void tableSignatureCountsButNeitherSeesNorChangesIndexes() {
    token.putAll(Map.of("sp", "r", "spk", "b", "epk", "b"));
    var tables = access.tables();

    assertThat(tables.count(TABLE, Query.ALL).block().returned()).isEqualTo(3);
    assertDenied(tables.count(OTHER, Query.ALL), "AuthorizationFailure");
    token.put("sp", "raud");
    tables = access.tables();
    assertDenied(tables.indexes(TABLE), "AuthorizationFailure");
    assertDenied(tables.createIndex(TABLE, BY_AGE), "AuthorizationFailure");
    assertDenied(tables.dropIndex(TABLE, BY_AGE.name()), "AuthorizationFailure");
    token.put("sp", "aud");
    assertDenied(access.tables().count(TABLE, Query.ALL), "AuthorizationPermissionMismatch");
  }

  @Test
  void aRangeOfKeysUsesNoIndex() {
    access.all.createIndex(TABLE, IndexDefinition.of("byRow", "RowKey")).block();
    token.putAll(Map.of("sp", "r", "spk", "b", "epk", "b"));
    var query = Query.ALL.where("RowKey eq '1'").hint(IndexHint.force(new IndexName("byRow")));

    assertThat(access.all.count(TABLE, query).block().returned()).isEqualTo(3);
    for (var refused : List.of(query, Query.ALL.orderBy(List.of(SortProperty.ascending("Age"))))) {
      assertDenied(access.tables().count(TABLE, refused), "AuthorizationFailure");
      assertDenied(access.tables().page(TABLE, refused), "AuthorizationFailure");
      assertDenied(access.tables().stream(TABLE, refused), "AuthorizationFailure");
    }
    var free = query.hint(IndexHint.AUTO);
    assertThat(access.tables().count(TABLE, free).block().returned()).isOne();
    assertThat(access.tables().page(TABLE, free).block().items()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"rl,0", "c,1", "d,2"})
  void lettersOfAnAccountSignatureAllowOneOperationOnIndexes(String letters, int allowed) {
    access.all.createIndex(TABLE, BY_AGE).block();
    token.clear();
    token.putAll(
        Map.of("sv", "2020-12-06", "ss", "t", "srt", "co", "sp", letters, "se", "2020-11-08"));
    var tables = access.tables();
    var attempts = List.<Publisher<?>>of(
        tables.indexes(TABLE),
        tables.createIndex(TABLE, BY_AGE),
        tables.dropIndex(TABLE, BY_AGE.name()));

    for (var i = 0; i < attempts.size(); i++) {
      if (i == allowed) {
        Flux.from(attempts.get(i)).blockLast();
      } else {
        assertDenied(attempts.get(i), "AuthorizationPermissionMismatch");
      }
    }
    token.put("srt", "o");
    assertDenied(access.tables().indexes(TABLE), "AuthorizationResourceTypeMismatch");
    assertDenied(access.tables().createIndex(TABLE, BY_AGE), "AuthorizationResourceTypeMismatch");
    assertDenied(
        access.tables().dropIndex(TABLE, BY_AGE.name()), "AuthorizationResourceTypeMismatch");
  }

  /**
   * Entries count the entities that satisfy a condition, and a unique index tells whether two have
   * equal values.
   */
  @Test
  void whatAnIndexTellsOfEntitiesTakesThePermissionToQuery() {
    token.clear();
    token.putAll(
        Map.of("sv", "2020-12-06", "ss", "t", "srt", "c", "sp", "clr", "se", "2020-11-08"));
    var once = IndexDefinition.of("once", "Age").uniquely();

    assertDenied(access.tables().indexes(TABLE), "AuthorizationResourceTypeMismatch");
    assertDenied(access.tables().createIndex(TABLE, once), "AuthorizationResourceTypeMismatch");
    access.tables().createIndex(TABLE, BY_AGE).block();
    token.putAll(Map.of("srt", "co", "sp", "cl"));
    assertDenied(access.tables().indexes(TABLE), "AuthorizationPermissionMismatch");
    assertDenied(access.tables().createIndex(TABLE, once), "AuthorizationPermissionMismatch");
    token.put("sp", "clr");
    access.tables().createIndex(TABLE, once).block();
    assertThat(access.tables().indexes(TABLE).block()).hasSize(2);
  }

  @Test
  void accountSignatureIsLimitedToItsServicesAndResourceTypes() {
    token.clear();
    token.putAll(
        Map.of("sv", "2020-12-06", "ss", "bt", "srt", "o", "sp", "rl", "se", "2020-11-08"));

    assertThat(access.tables().query(TABLE, Query.ALL).count().block()).isEqualTo(5);
    assertDenied(access.tables().tables(Query.ALL), "AuthorizationResourceTypeMismatch");
    token.put("srt", "co");
    assertThat(access.tables().tables(Query.ALL).block().items()).hasSize(2);
    assertDenied(access.tables().deleteTable(TABLE), "AuthorizationPermissionMismatch");
    token.put("ss", "b");
    assertThatThrownBy(access::tables)
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            failure -> assertThat(failure.code().code()).isEqualTo("AuthorizationServiceMismatch"));
  }
}
