package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SimilarNamesTest {

  @ParameterizedTest
  @CsvSource({
    "'','',0",
    "a,'',1",
    "serve,serve,0",
    "serv,serve,1",
    "qurey,query,1",
    "sitting,kitten,3"
  })
  void theDistanceCountsChangesOfLetters(String one, String other, int distance) {
    assertThat(SimilarNames.distance(one, other)).isEqualTo(distance);
    assertThat(SimilarNames.distance(other, one)).isEqualTo(distance);
  }

  @Test
  void theMostSimilarNamesComeFirst() {
    var names = List.of("export", "import", "index", "sas", "report", "expor");

    assertThat(SimilarNames.of("exprot", names)).containsExactly("export");
    assertThat(SimilarNames.of("eport", names)).containsExactly("export", "report", "import");
    assertThat(SimilarNames.of("xyzzy", names)).isEmpty();
  }

  @Test
  void atMostAThirdOfTheLettersDiffer() {
    assertThat(SimilarNames.of("expo", List.of("export"))).containsExactly("export");
    assertThat(SimilarNames.of("exp", List.of("export"))).isEmpty();
    assertThat(SimilarNames.of("ssa", List.of("sas"))).containsExactly("sas");
    assertThat(SimilarNames.of("sbb", List.of("sas"))).isEmpty();
  }
}
