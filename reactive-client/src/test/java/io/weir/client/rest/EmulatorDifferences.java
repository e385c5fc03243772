package io.weir.client.rest;

import io.weir.api.contract.ExcusedFailures;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Cases of the contract in which {@code azurite-table} 3.37.0 differs from the original service.
 * They are skipped when they fail, with the reason.
 */
final class EmulatorDifferences extends ExcusedFailures {

  private static final String CASE =
      "names of tables are case-sensitive, also in order and comparison";
  private static final String ONE_TIME = "each write of a batch gets its own Timestamp";
  private static final String UNEQUAL = "values of different types are treated as unequal";
  private static final String NO_LIMIT = "a merge may exceed the limits of an entity";
  private static final String DIGITS =
      "the digits after a Timestamp's millisecond are from another clock and may decrease";
  private static final String TYPES = "some values are stored or compared as another type";

  private static final String NO_FUNCTIONS = "functions in filters are refused";

  private static final Map<String, String> REASONS = reasons();

  @Override
  protected Optional<String> excuse(Method contractCase, Throwable failure) {
    return Optional.ofNullable(REASONS.get(contractCase.getName()))
        .map(reason -> "emulator: " + reason);
  }

  private static Map<String, String> reasons() {
    var reasons = new TreeMap<String, String>();
    reasons.put("aTableKeepsTheCaseOfItsCreation", CASE);
    reasons.put("aTableRecreatedInOtherCaseHasThatCase", CASE);
    reasons.put("allTablesAreListedInOrder", CASE);
    reasons.put("namesThatDifferInCaseAloneNameOneTable", CASE);
    reasons.put("tablesAreListedInTheOrderOfTheirLowerCaseNames", CASE);
    reasons.put("theFilterComparesNamesWithoutRegardToCase", CASE);
    reasons.put(
        "noOtherPropertyOfATableCanBeCompared",
        "a filter on another property is answered with 500");
    reasons.put("allWritesOfABatchCarryOneTimestamp", ONE_TIME);
    reasons.put("aGroupIsCarriedOutAsOne", ONE_TIME);
    reasons.put("theTimestampIsComparedAsAProperty", "times are compared to the millisecond");
    reasons.put("textMayHoldAnyCharacter", "each received piece of a body is decoded separately");
    reasons.put("everyWriteOfAnEntityHasALaterTimestamp", DIGITS);
    reasons.put("manyWritesInARowHaveRisingTimestamps", DIGITS);
    reasons.put("batchesAndSingleWritesShareOneOrderOfVersions", DIGITS);
    reasons.put("aMergeWithoutPropertiesOnlyCreatesANewVersion", DIGITS);
    reasons.put("aRecreatedEntityHasLaterVersions", DIGITS);
    reasons.put("aRecreatedTableHasLaterVersions", DIGITS);
    reasons.put("everySubscriptionIsAWriteOfItsOwn", DIGITS);
    reasons.put("noOperatorHoldsBetweenTheTypeAndAnother", UNEQUAL);
    reasons.put("keysCompareWithTextOnly", UNEQUAL);
    reasons.put("theNegationOfAComparisonOfDifferentTypesHolds", UNEQUAL);
    reasons.put("notANumberIsUnequalToEverything", "no comparison with NaN holds");
    reasons.put("nanAndBothZerosAreReadBackUnchanged", "the negative zero is returned as positive");
    reasons.put("everyOperatorComparesEveryValueOfTheType", TYPES);
    reasons.put("numbersOfAllTypesCompareByValue", TYPES);
    reasons.put("literalsOfAllTypesAreWrittenAsText", "a literal with an exponent matches nothing");
    reasons.put("constantsMatchAllOrNothing", "true and false are not accepted as filters");
    reasons.put("aMergePast252PropertiesChangesNothing", NO_LIMIT);
    reasons.put("aMergePastOneMebibyteChangesNothing", NO_LIMIT);
    reasons.put("aMergePastTheLimitOfPropertiesUndoesTheBatch", NO_LIMIT);
    reasons.put("aMergePastTheLimitOfSizeUndoesTheBatch", NO_LIMIT);
    reasons.put("aStringHasAtMost32768Units", "strings are measured in bytes of UTF-8");
    reasons.put("aTextIsTestedForItsParts", NO_FUNCTIONS);
    reasons.put("everyTextContainsTheEmptyText", NO_FUNCTIONS);
    reasons.put("textsAreLoweredUnitByUnit", NO_FUNCTIONS);
    reasons.put("theLengthIsTheNumberOfUtf16Units", NO_FUNCTIONS);
    reasons.put("noFunctionHoldsForAnAbsentPropertyOrAnotherType", NO_FUNCTIONS);
    reasons.put("functionsTakeKeys", NO_FUNCTIONS);
    reasons.put("aPrefixThatNoKeyHasMatchesNoKey", NO_FUNCTIONS);
    reasons.put("longTextsAreTestedAsAWhole", NO_FUNCTIONS);
    reasons.put("aPropertyMayHaveTheNameOfAFunction", NO_FUNCTIONS);
    reasons.put("functionsOfNamesIgnoreCase", NO_FUNCTIONS);
    reasons.put("aPrefixOfTheRowKeyMakesARowRange", NO_FUNCTIONS);
    reasons.put("aPrefixOfThePartitionKeyMakesAPartitionRange", NO_FUNCTIONS);
    reasons.put("anotherFunctionOfAKeyMakesAScan", NO_FUNCTIONS);
    return reasons;
  }
}
