package io.weir.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.Duplicate;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import io.weir.testkit.Draw;
import io.weir.testkit.Fuzz;
import io.weir.testkit.Grammar;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions and descriptions of indexes as JSON. */
final class IndexJsonTest {

  private static final IndexName NAME = new IndexName("byName");
  private static final IndexDefinition DEFINITION = IndexDefinition.of(
          "byName", List.of(SortProperty.ascending("Näme"), SortProperty.descending("Age")))
      .where("Kind eq 'a\"b' and Age gt 3")
      .uniquely()
      .whole();

  private static final Grammar DEFINITIONS = new Grammar() {
    @Override
    public String draw(Draw draw) {
      var properties = draw.times(
          1 + draw.below(9),
          ",",
          () -> "{\"name\":\"" + draw.of("A", "Bé", "Age", "PartitionKey") + draw.below(50) + "\""
              + draw.of("", ",\"descending\":true", ",\"descending\":false") + "}");
      return Grammar.utf8("{\"properties\":[" + properties + "]"
          + draw.of("", ",\"where\":\"Kind eq 'Owl'\"", ",\"where\":\"not (A lt 5L)\"")
          + draw.of("", ",\"unique\":true")
          + draw.of("", ",\"withMissing\":true", ",\"sparse\":true", ",\"sparse\":null") + "}");
    }

    @Override
    public List<String> words() {
      return List.of("\"name\":", "\"where\":", "null", "{", "}", "[", "]", "1e999", "\"\\ud800\"");
    }
  };

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          | false
          ,"unique":true | true
          ,"unique":false | false
          ,"sparse":true | true
          ,"sparse":false,"unique":true | false
          ,"withMissing":false | true
          ,"withMissing":true,"unique":true | false
          ,"withMissing":false,"unique":true | true
          ,"withMissing":false,"sparse":true | true
          ,"sparse":false,"withMissing":true | false
          """)
  void everyEntityTakesPartUnlessADefinitionIsSparseOrUniqueAlone(String members, boolean sparse) {
    assertThat(definitionWith(members == null ? "" : members).sparse()).isEqualTo(sparse);
  }

  @Test
  void aDefinitionThatContradictsItselfIsRefused() {
    assertThatThrownBy(() -> definitionWith(",\"sparse\":true,\"withMissing\":true"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("member=sparse");
    assertThatThrownBy(() -> definitionWith(",\"sparse\":false,\"withMissing\":false"))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void aDefinitionIsWrittenAsEarlierServicesReadIt() {
    assertThat(new String(IndexJson.write(IndexDefinition.of("byName", "A")), UTF_8))
        .isEqualTo("{\"properties\":[{\"name\":\"A\"}],\"unique\":false,\"withMissing\":true}");
    assertThat(new String(IndexJson.write(IndexDefinition.of("byName", "A").sparsely()), UTF_8))
        .endsWith("\"withMissing\":false}");
  }

  private static IndexDefinition definitionWith(String members) {
    return IndexJson.read(
        NAME, ("{\"properties\":[{\"name\":\"A\"}]" + members + "}").getBytes(UTF_8));
  }

  @Test
  void aDefinitionIsReadAsItWasWritten() {
    assertThat(IndexJson.read(NAME, IndexJson.write(DEFINITION))).isEqualTo(DEFINITION);
  }

  @Test
  void membersOtherThanThePropertiesMayBeAbsent() {
    assertThat(read("{\"properties\":[{\"name\":\"Age\"}]}"))
        .isEqualTo(IndexDefinition.of("byName", "Age"));
  }

  @Test
  void aListIsReadAsItWasWritten() {
    var statuses = List.of(
        new IndexStatus(DEFINITION, IndexState.BACKFILLING, 0.25, Long.MAX_VALUE, 7),
        new IndexStatus(IndexDefinition.of("byAge", "Age"), IndexState.READABLE, 1, 0, 0),
        new IndexStatus(DEFINITION, IndexState.BACKFILLING, 0, 0, 0, null, true),
        new IndexStatus(
            DEFINITION,
            IndexState.FAILED,
            0.5,
            3,
            4,
            new Duplicate(new EntityKey("p", "é\"1"), new EntityKey("", ""))));

    assertThat(IndexJson.readList(IndexJson.write(statuses))).isEqualTo(statuses);
    assertThat(IndexJson.readList(IndexJson.write(List.<IndexStatus>of()))).isEmpty();
  }

  @Test
  void aListOfANewerServiceMayHaveFurtherMembers() {
    var list =
        "{\"next\":[1],\"value\":[{\"name\":\"byAge\",\"properties\":[{\"name\":\"Age\",\"collation\":{}}],"
            + "\"state\":\"readable\",\"progress\":1,\"entries\":3,\"bytes\":4,\"shards\":[1,{}]}]}";

    assertThat(IndexJson.readList(list.getBytes(UTF_8)))
        .containsExactly(
            new IndexStatus(IndexDefinition.of("byAge", "Age"), IndexState.READABLE, 1, 3, 4));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          {"properties":[{"name":"Age","desc":true}]}        | expected=index member=desc offset=
          {"properties":[{"name":"Age"}],"uniq":true}        | expected=index member=uniq offset=
          {"properties":[{"name":7}]}                        | expected=index member=name offset=
          {"properties":[{"name":"A","descending":"yes"}]}   | expected=index member=descending offset=
          {"properties":[{"name":"A"}],"where":7}            | expected=index member=where offset=
          {"properties":[{"name":"A"}],"unique":null}        | expected=index member=unique offset=
          {"properties":[{"name":"A"}],"duplicate":[]}       | expected=index member=duplicate offset=
          {"properties":[{"name":"A"}],"waiting":true}       | expected=index member=waiting offset=
          {"properties":["A"]}                               | expected=index member=properties offset=
          {"properties":{}}                                  | expected=index member=properties offset=
          {"properties":[]}                                  | expected=index member=properties offset=
          {}                                                 | expected=index member=properties offset=
          []                                                 | expected=jsonObject
          {"properties":[{"name":"A"}]                       | expected=json offset=
          {"properties":[{"name":"A"}]} {}                   | expected=
          """)
  void anotherFormIsRefusedWithItsPlace(String body, String facts) {
    assertRefused(body, facts);
  }

  @Test
  void theOffsetIsThatOfTheWrongValueInBytes() {
    assertRefused("{\"properties\":[{\"name\":\"é\",\"descending\":7}]}", "offset=41");
  }

  @Test
  void eightPropertiesAreReadAndNineRefused() {
    assertThat(read(properties(IndexDefinition.MAX_PROPERTIES)).properties()).hasSize(8);
    assertRefused(properties(IndexDefinition.MAX_PROPERTIES + 1), "properties");
  }

  @Test
  void theTextOfWhereHasALimit() {
    var longest = "A eq '" + "x".repeat(IndexDefinition.MAX_WHERE_CHARS - 7) + "'";

    assertThat(read(where(longest)).where()).isNotNull();
    assertRefused(where(longest.replace("x'", "xx'")), "whereLimitChars=4096");
  }

  @Test
  void deepNestingIsRefused() {
    assertRefused("{\"properties\":" + "[".repeat(100_000), "expected=index");
    assertRefused("{\"more\":" + "[".repeat(100_000), "expected=index member=more offset=");
  }

  @Test
  void anyBytesAreReadAsADefinitionOrRefused() {
    var outcome = Fuzz.of("index").run(DEFINITIONS, characters -> {
      var definition = IndexJson.read(NAME, Grammar.bytes(characters));
      assertThat(IndexJson.read(NAME, IndexJson.write(definition))).isEqualTo(definition);
    });

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 10);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }

  private static String properties(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "{\"name\":\"P" + i + "\"}")
        .collect(Collectors.joining(",", "{\"properties\":[", "]}"));
  }

  private static String where(String filter) {
    return "{\"properties\":[{\"name\":\"A\"}],\"where\":\"" + filter + "\"}";
  }

  private static IndexDefinition read(String body) {
    return IndexJson.read(NAME, body.getBytes(UTF_8));
  }

  private static void assertRefused(String body, String facts) {
    assertThatThrownBy(() -> read(body))
        .isInstanceOfSatisfying(InvalidRequestException.class, failure -> {
          assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
          assertThat(failure.facts()).contains(facts);
        });
  }
}
