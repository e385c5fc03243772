package io.weir.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.cli.rows.Loader;
import io.weir.cli.terminal.ProgressDisplay;
import io.weir.testkit.Effort;
import java.io.OutputStream;
import java.io.PrintStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag(Effort.THOROUGHLY)
final class BirdstrikesTest {

  private final List<Entity> all = Birdstrikes.entities().collectList().block();

  @Test
  void tenThousandRecordsHaveDistinctKeys() {
    assertThat(all).hasSize(10_000).extracting(Entity::key).doesNotHaveDuplicates();
  }

  @Test
  void aRecordIsAnEntityWithTypedProperties() {
    var strike = all.get(0);

    assertThat(strike.partitionKey()).isEqualTo("Louisiana");
    assertThat(strike.rowKey()).isEqualTo("1990-01-08-00001");
    assertThat(strike.toMap())
        .containsExactly(
            Map.entry("AirportName", new EdmString("BARKSDALE AIR FORCE BASE ARPT")),
            Map.entry("AircraftModel", new EdmString("T-38A")),
            Map.entry("Damage", new EdmString("None")),
            Map.entry("FlightDate", EdmDateTime.parse("1990-01-08T00:00:00Z")),
            Map.entry("Operator", new EdmString("MILITARY")),
            Map.entry("FlightPhase", new EdmString("Climb")),
            Map.entry("WildlifeSize", new EdmString("Large")),
            Map.entry("WildlifeSpecies", new EdmString("Turkey vulture")),
            Map.entry("TimeOfDay", new EdmString("Day")),
            Map.entry("CostOther", new EdmInt32(0)),
            Map.entry("CostRepair", new EdmInt32(0)),
            Map.entry("CostTotal", new EdmInt32(0)),
            Map.entry("SpeedKnots", new EdmInt32(300)));
  }

  @Test
  void anUnknownSpeedIsAbsent() {
    assertThat(all)
        .filteredOn(strike -> strike.getInt32("SpeedKnots").isEmpty())
        .hasSize(2836);
  }

  @Test
  void everyQuestionFindsEntities() {
    var service = new ModelTableService();
    var loader = new Loader(service, Loader.USUAL_IN_FLIGHT);
    loader.ensure(Birdstrikes.TABLE).block();
    try (var progress = display().begin("Loading", Birdstrikes.COUNT, "strikes")) {
      loader.load(Birdstrikes.TABLE, Birdstrikes.entities(), progress).block();
    }

    var returned = Question.ALL.stream()
        .map(question ->
            TimedAnswer.to(question, service, System::nanoTime).block().report().returned())
        .toList();

    assertThat(returned).containsExactly(1L, 2L, 6L, 17L, 51L, 8L, 10_000L);
    assertThat(service.query(Birdstrikes.TABLE, Query.ALL).count().block()).isEqualTo(10_000);
  }

  @Test
  void theDescriptionContainsTheChecksumOfTheRecords() throws Exception {
    try (var packed = Birdstrikes.class.getResourceAsStream("birdstrikes.csv.gz");
        var text = new GZIPInputStream(packed);
        var description = Birdstrikes.class.getResourceAsStream("birdstrikes.md")) {
      var hash = MessageDigest.getInstance("SHA-256").digest(text.readAllBytes());

      assertThat(new String(description.readAllBytes(), UTF_8))
          .contains(HexFormat.of().formatHex(hash));
    }
  }

  private static ProgressDisplay display() {
    return new ProgressDisplay(
        new PrintStream(OutputStream.nullOutputStream()), false, System::nanoTime);
  }
}
