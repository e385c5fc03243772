package io.weir.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.api.write.Write;
import io.weir.testkit.Effort;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag(Effort.THOROUGHLY)
final class TourTest {

  @Test
  void everyQuestionIsPrintedWithItsPlanAndItsFirstRows() {
    var service = new ModelTableService();
    service.createTable(Birdstrikes.TABLE).block();
    Birdstrikes.entities()
        .concatMap(strike -> service.write(Birdstrikes.TABLE, new Write.Insert(strike)))
        .blockLast();
    var clock = new AtomicLong();
    var text = new StringBuilder();

    new Tour(text, () -> clock.addAndGet(1_500_000))
        .through(service, List.of(Transfer.through(service), ExpiringNote.through(service)))
        .block();

    assertThat(text.toString().lines())
        .startsWith(
            "1. The geese of LaGuardia, by both keys",
            "   filter    PartitionKey eq 'New York' and RowKey eq '1995-09-19-03497'",
            "   answered  table scan of 1 range, 10,000 scanned, 1 returned, 1.5 ms, asked again 1.5 ms",
            "",
            "   RowKey            AirportName   WildlifeSpecies  Damage       CostTotal",
            "   ----------------  ------------  ---------------  -----------  ---------",
            "   1995-09-19-03497  LAGUARDIA NY  Canada goose     Substantial    3811576",
            "",
            "2. Two strikes by their keys, where other services scan the partition")
        .contains("   … and 9,996 more")
        .endsWith(
            "10. Feed for 25 owls moves from one partition to another, in one joint commit",
            "   before    Kansas 100, Oregon 0",
            "   after     Kansas 75, Oregon 25",
            "",
            "11. Notes that expire at the moment in their property ExpiresAt",
            "   expires tomorrow      found",
            "   expired a second ago  not found",
            "");
  }
}
