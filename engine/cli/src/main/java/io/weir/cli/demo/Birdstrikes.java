package io.weir.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.cli.format.CellType;
import io.weir.cli.format.CsvColumn;
import io.weir.cli.format.CsvSource;
import io.weir.cli.format.CsvTable;
import io.weir.cli.rows.EntityRows;
import io.weir.cli.rows.GzipMembers;
import io.weir.cli.rows.ImportPlan;
import io.weir.cli.rows.KeyColumns;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.util.List;
import reactor.core.publisher.Flux;

/**
 * Collisions of aircraft with birds in the United States, 1990–2002, as the aviation authority
 * recorded them.
 *
 * <p>PartitionKey is the state, RowKey the date and the number of the record: {@code Texas},
 * {@code 1990-10-24-00241}. The strikes of a state in one month are therefore a range of row keys.
 * {@code birdstrikes.md} documents the source, the licence and the types of the properties.
 */
final class Birdstrikes {

  /** The table that stores them. */
  public static final TableName TABLE = new TableName("Birdstrikes");

  /** The number of records. */
  public static final long COUNT = 10_000;

  private static final String RESOURCE = "birdstrikes.csv.gz";

  private static final KeyColumns KEYS =
      new KeyColumns(List.of("Origin State"), List.of("Flight Date"), null);

  private static final List<CsvColumn> COLUMNS = List.of(
      CsvColumn.of("Airport Name", "AirportName", CellType.STRING),
      CsvColumn.of("Aircraft Make Model", "AircraftModel", CellType.STRING),
      CsvColumn.of("Effect Amount of damage", "Damage", CellType.STRING),
      CsvColumn.of("Flight Date", "FlightDate", CellType.DATE_TIME),
      CsvColumn.of("Aircraft Airline Operator", "Operator", CellType.STRING),
      CsvColumn.keptOut("Origin State"),
      CsvColumn.of("Phase of flight", "FlightPhase", CellType.STRING),
      CsvColumn.of("Wildlife Size", "WildlifeSize", CellType.STRING),
      CsvColumn.of("Wildlife Species", "WildlifeSpecies", CellType.STRING),
      CsvColumn.of("Time of day", "TimeOfDay", CellType.STRING),
      CsvColumn.of("Cost Other", "CostOther", CellType.INT32),
      CsvColumn.of("Cost Repair", "CostRepair", CellType.INT32),
      CsvColumn.of("Cost Total $", "CostTotal", CellType.INT32),
      CsvColumn.of("Speed IAS in knots", "SpeedKnots", CellType.INT32));

  private Birdstrikes() {}

  /** Returns all records in order of date. Reads the jar on the requesting thread. */
  public static Flux<Entity> entities() {
    var rows = new CsvTable(new CsvSource(Birdstrikes::open, ','), COLUMNS);
    return EntityRows.of(new ImportPlan(rows, KEYS, COUNT, 1, true));
  }

  private static Reader open() throws IOException {
    var packed = Birdstrikes.class.getResourceAsStream(RESOURCE);
    if (packed == null) {
      throw new FileNotFoundException("The jar lacks " + RESOURCE + ".");
    }
    return new InputStreamReader(GzipMembers.open(packed), UTF_8);
  }
}
