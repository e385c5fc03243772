package io.weir.cli.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.cli.rows.EntityRows;
import io.weir.cli.rows.ImportPlan;
import io.weir.cli.rows.InputException;
import io.weir.cli.rows.KeyColumns;
import io.weir.cli.rows.Survey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The import of CSV: from lines of text to entities. */
final class CsvImportTest {

  private static final KeyColumns BY_STATE_AND_DATE =
      new KeyColumns(List.of("State"), List.of("Date"), null);

  @Test
  void cellsBecomePropertiesOfTheTypeOfTheirColumn() throws IOException {
    var entities = entities("""
        State,Date,Birds seen,Weight,Night,Note
        Texas,1990-01-08,12,1.5,false,"a ""b"", c"
        Utah,1990-01-09,3,2,true,
        """, BY_STATE_AND_DATE);

    assertThat(entities.get(0).partitionKey()).isEqualTo("Texas");
    assertThat(entities.get(0).rowKey()).isEqualTo("1990-01-08");
    assertThat(entities.get(0).toMap())
        .containsExactly(
            Map.entry("State", new EdmString("Texas")),
            Map.entry("Date", EdmDateTime.parse("1990-01-08T00:00:00Z")),
            Map.entry("BirdsSeen", new EdmInt32(12)),
            Map.entry("Weight", new EdmDouble(1.5)),
            Map.entry("Night", new EdmBoolean(false)),
            Map.entry("Note", new EdmString("a \"b\", c")));
    assertThat(entities.get(1).get("Note")).isEmpty();
    assertThat(entities.get(1).getDouble("Weight")).contains(2.0);
  }

  @Test
  void everyRowIsReportedOnce() throws IOException {
    var told = new AtomicLong();
    var file = new CsvFile(source("State,Date\n" + "Texas,1\n".repeat(2345)), Map.of());

    Survey.of(file, BY_STATE_AND_DATE, true, told::addAndGet);

    assertThat(told).hasValue(2345);
  }

  @Test
  void uniqueKeysStayAsTheyAre() throws IOException {
    var plan = plan("State,Date\nTexas,1\nUtah,1\n", BY_STATE_AND_DATE);

    assertThat(plan.repeats()).isZero();
    assertThat(plan.numbered()).isFalse();
  }

  @Test
  void oneRepeatedKeyNumbersAllKeys() throws IOException {
    var keys = entities(
            "State,Date\n" + "Texas,1990-01-08\n".repeat(2) + "Utah,1990-01-08\n".repeat(9),
            BY_STATE_AND_DATE)
        .stream()
        .map(Entity::rowKey)
        .toList();

    assertThat(keys)
        .startsWith("1990-01-08-01", "1990-01-08-02", "1990-01-08-03")
        .endsWith("1990-01-08-11")
        .doesNotHaveDuplicates();
  }

  @Test
  void theRowNumberIsTheRowKeyWithoutRowKeyColumns() throws IOException {
    var entities =
        entities("State\nTexas\nTexas\n", new KeyColumns(List.of("State"), List.of(), null));

    assertThat(entities).extracting(Entity::rowKey).containsExactly("1", "2");
  }

  @Test
  void severalColumnsAreJoinedInTheGivenOrder() throws IOException {
    var entities =
        entities("A,B,C\nx,y,z\n", new KeyColumns(List.of("C", "A"), List.of("B", "A"), null));

    assertThat(entities.get(0).partitionKey()).isEqualTo("z-x");
    assertThat(entities.get(0).rowKey()).isEqualTo("y-x");
  }

  @Test
  void aForbiddenCharacterIsReportedWithItsLine() {
    var text = "State,Date\nTexas,1\nTexas,1/2\n";

    assertThatThrownBy(() -> plan(text, BY_STATE_AND_DATE))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("Line 3: ")
        .hasMessageContaining("forbiddenCharacter=U+002F")
        .hasMessageContaining("--key-replacement");
  }

  @Test
  void aForbiddenCharacterIsReplacedOnRequest() throws IOException {
    var keys = new KeyColumns(List.of("State"), List.of("Date"), "_");

    var entities = entities("State,Date\nD/C,1?2\n", keys);

    assertThat(entities.get(0).partitionKey()).isEqualTo("D_C");
    assertThat(entities.get(0).rowKey()).isEqualTo("1_2");
    assertThat(entities.get(0).getString("Date")).contains("1?2");
  }

  @Test
  void aRowOfAnotherLengthIsReportedWithItsLine() {
    assertThatThrownBy(() -> plan("State,Date\nTexas,1\n\nTexas\n", BY_STATE_AND_DATE))
        .isInstanceOf(InputException.class)
        .hasMessage("Line 4: the row has 1 cells, the header 2.");
  }

  @Test
  void aFileWithoutHeaderIsRefused() {
    assertThatThrownBy(() -> plan("", BY_STATE_AND_DATE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("empty");
  }

  @Test
  void textThatIsNotUtf8IsRefused() {
    var latin1 = "State,Date\nTexas,1\nCuraçao,2\n".getBytes(StandardCharsets.ISO_8859_1);
    var source = new CsvSource(
        () -> new InputStreamReader(
            new ByteArrayInputStream(latin1), StandardCharsets.UTF_8.newDecoder()),
        ',');

    assertThatThrownBy(() -> plan(new CsvFile(source, Map.of()), BY_STATE_AND_DATE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("not UTF-8");
  }

  @Test
  void aGivenTypeOverridesTheInferredOne() throws IOException {
    var file = new CsvFile(source("State,Date\nTexas,1990\n"), Map.of("Date", CellType.STRING));

    var entity = EntityRows.of(plan(file, BY_STATE_AND_DATE)).blockFirst();

    assertThat(entity.getString("Date")).contains("1990");
  }

  @Test
  void aCellThatDoesNotFitTheGivenTypeIsReportedWithItsLine() {
    var file =
        new CsvFile(source("State,Date\nTexas,1990\nTexas,x\n"), Map.of("Date", CellType.INT32));

    assertThatThrownBy(() -> plan(file, BY_STATE_AND_DATE))
        .isInstanceOf(InputException.class)
        .hasMessage("Line 3: column 'Date' is of type Int32, but holds 'x'.");
  }

  @Test
  void systemPropertiesOfAnExportAreNotImportedAsProperties() throws IOException {
    var entities = entities(
        "PartitionKey,RowKey,Timestamp,Name\np,r,1990-01-08T00:00:00Z,x\n",
        new KeyColumns(List.of("PartitionKey"), List.of("RowKey"), null));

    assertThat(entities.get(0).toMap()).containsOnlyKeys("Name");
  }

  @Test
  void cellsWithoutATypeGetTheOneThatAllOthersState() throws IOException {
    var text = """
        State,Date,N,N@type,D,D@type,M,M@type
        x,1,5,Int64,5,Double,1,Int32
        x,2,6,,6.5,,,
        x,3,,,7,,2,Int64
        x,4,,,8,,3,
        """;

    var entities = entities(text, BY_STATE_AND_DATE);

    assertThat(entities.get(1).get("N")).contains(new EdmInt64(6));
    assertThat(entities.get(1).get("D")).contains(new EdmDouble(6.5));
    assertThat(entities.get(2).get("D")).contains(new EdmDouble(7));
    assertThat(entities.get(3).get("M")).as("several types are stated").contains(new EdmInt32(3));
  }

  @Test
  void aTypeThatDoesNotFitTheCellsWithoutOneIsNotTheirs() throws IOException {
    var entities = entities("State,Date,N,N@type\nx,1,5,Int64\nx,2,YQ==,\n", BY_STATE_AND_DATE);

    assertThat(entities.get(0).get("N")).contains(new EdmInt64(5));
    assertThat(entities.get(1).get("N")).contains(new EdmString("YQ=="));
  }

  @Test
  void aGivenTypeOverridesAStatedOne() throws IOException {
    var file = new CsvFile(
        source("State,Date,N,N@type\nx,1,5,Int64\nx,2,,String\n"), Map.of("N", CellType.STRING));

    var entities = EntityRows.of(plan(file, BY_STATE_AND_DATE)).collectList().block();

    assertThat(entities.get(0).get("N")).contains(new EdmString("5"));
    assertThat(entities.get(1).get("N")).isEmpty();
  }

  @Test
  void aColumnOfTypesWithoutItsColumnIsAnOrdinaryOne() throws IOException {
    var entities = entities("State,Date,N@type,NType\nx,1,5,6\n", BY_STATE_AND_DATE);

    assertThat(entities.get(0).toMap())
        .containsEntry("NType", new EdmInt32(5))
        .containsEntry("NType2", new EdmInt32(6));
  }

  @Test
  void theLineOfPowerShellBeforeTheHeaderIsNoHeader() throws IOException {
    var text = """
        #TYPE System.Management.Automation.PSCustomObject\r
        "State","Date"\r
        "Texas","1"\r
        "Utah"\r
        """;

    assertThatThrownBy(() -> plan(text, BY_STATE_AND_DATE))
        .hasMessage("Line 4: the row has 1 cells, the header 2.");
    assertThat(
            entities(text.replace("\"Utah\"\r\n", ""), BY_STATE_AND_DATE).get(0).key())
        .isEqualTo(new EntityKey("Texas", "1"));
  }

  @Test
  void typesOfKeysAreIgnored() throws IOException {
    var entities = entities(
        "PartitionKey,PartitionKey@type,RowKey,RowKey@type,N,N@type\n1,Int32,2,Edm.String,3,edm.double\n",
        new KeyColumns(List.of("PartitionKey"), List.of("RowKey"), null));

    assertThat(entities.get(0).key()).isEqualTo(new EntityKey("1", "2"));
    assertThat(entities.get(0).toMap()).containsExactly(Map.entry("N", new EdmDouble(3)));
  }

  @Test
  void aRepeatedKeyColumnIsRefused() {
    assertThatThrownBy(() -> plan(
            "PartitionKey,RowKey,RowKey\np,1,2\n",
            new KeyColumns(List.of("PartitionKey"), List.of("RowKey"), null)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("Two columns are named 'RowKey'");
  }

  private static List<Entity> entities(String text, KeyColumns keys) throws IOException {
    return EntityRows.of(plan(text, keys)).collectList().block();
  }

  private static ImportPlan plan(String text, KeyColumns keys) throws IOException {
    return plan(new CsvFile(source(text), Map.of()), keys);
  }

  private static ImportPlan plan(CsvFile file, KeyColumns keys) throws IOException {
    return Survey.of(file, keys, true, count -> {});
  }

  private static CsvSource source(String text) {
    return new CsvSource(() -> new StringReader(text), ',');
  }
}
