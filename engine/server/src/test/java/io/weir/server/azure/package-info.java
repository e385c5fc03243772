/**
 * What the public clients for Java must be able to do, unchanged and unaware of whom they talk to: {@code com.azure:azure-data-tables},
 * blocking and reactive, and its predecessor {@code com.microsoft.azure:azure-storage}. One class for each subject.
 *
 * <p>All of them speak to one server over one real store, which {@link io.weir.server.azure.SdkServer} starts for the first and stops
 * behind the last; each makes tables of its own. With {@code -Dweir.sdk.endpoint=URL} they speak to whatever serves the development
 * account there instead: so the emulator is compared.
 *
 * <p>Begin reading at {@link io.weir.server.azure.SdkAccount}.
 */
package io.weir.server.azure;
