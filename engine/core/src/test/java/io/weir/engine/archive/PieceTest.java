package io.weir.engine.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which pieces give the log around a position. */
final class PieceTest {

  private static Piece piece(long from, long to) {
    return new Piece(1, from, to);
  }

  @Test
  void aNameTellsChainAndPositions() {
    var piece = new Piece(0x1f, 0x1000, 0x2a18);

    assertThat(piece.file()).isEqualTo("0000001f-0000000000001000-0000000000002a18.log");
    assertThat(Piece.named(piece.file())).contains(piece);
    assertThat(Piece.named(piece.file() + ".unfinished")).isEmpty();
  }

  @Test
  void piecesWithoutAGapAreOneRun() {
    var all = List.of(piece(24, 48), piece(0, 24), piece(48, 72));

    for (var position : List.of(0L, 24L, 40L, 72L)) {
      assertThat(Piece.around(all, 1, position))
          .containsExactly(piece(0, 24), piece(24, 48), piece(48, 72));
    }
    assertThat(Piece.around(all, 1, 73)).isEmpty();
    assertThat(Piece.around(all, 2, 24)).isEmpty();
  }

  @Test
  void aGapEndsARun() {
    var all = List.of(piece(8, 24), piece(48, 72), piece(72, 96));

    assertThat(Piece.around(all, 1, 7)).isEmpty();
    assertThat(Piece.around(all, 1, 24)).containsExactly(piece(8, 24));
    assertThat(Piece.around(all, 1, 25)).isEmpty();
    assertThat(Piece.around(all, 1, 48)).containsExactly(piece(48, 72), piece(72, 96));
  }

  @Test
  void piecesThatLongerOnesCoverAreLeftOut() {
    var all = List.of(piece(0, 24), piece(0, 72), piece(24, 48), piece(48, 72), piece(72, 80));

    assertThat(Piece.around(all, 1, 24)).containsExactly(piece(0, 72), piece(72, 80));
  }
}
