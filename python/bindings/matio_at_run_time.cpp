// SPDX-License-Identifier: BSD-3-Clause
#ifdef STICTION_MATIO_LIBRARY
#include <dlfcn.h>
#include <matio.h>

#include <type_traits>

#include "stiction/io/output_file.hpp"

// The functions of matio that the layer io calls, found in the library when the first MAT file is read or written: a
// wheel works without it, but for these files.
namespace stiction::python {
namespace {

void* matio() {
  static void* const library = dlopen(STICTION_MATIO_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    throw MissingFeature("MAT files need " STICTION_MATIO_LIBRARY
                         ", of Debian's package libmatio11; CSV and JSON do not");
  return library;
}
template <class Result, class... Arguments>
Result forward(Result (*)(Arguments...), const char* name, std::type_identity_t<Arguments>... arguments) {
  return reinterpret_cast<Result (*)(Arguments...)>(dlsym(matio(), name))(arguments...);
}

}  // namespace
}  // namespace stiction::python

#define STICTION_FORWARD(name, ...) return stiction::python::forward(&name, #name, __VA_ARGS__)
extern "C" {
mat_t* Mat_Open(const char* file, int mode) { STICTION_FORWARD(Mat_Open, file, mode); }
mat_t* Mat_CreateVer(const char* file, const char* header, enum mat_ft version) {
  STICTION_FORWARD(Mat_CreateVer, file, header, version);
}
int Mat_Close(mat_t* mat) { STICTION_FORWARD(Mat_Close, mat); }
enum mat_ft Mat_GetVersion(mat_t* mat) { STICTION_FORWARD(Mat_GetVersion, mat); }
matvar_t* Mat_VarRead(mat_t* mat, const char* name) { STICTION_FORWARD(Mat_VarRead, mat, name); }
matvar_t* Mat_VarReadInfo(mat_t* mat, const char* name) { STICTION_FORWARD(Mat_VarReadInfo, mat, name); }
matvar_t* Mat_VarReadNext(mat_t* mat) { STICTION_FORWARD(Mat_VarReadNext, mat); }
int Mat_VarWrite(mat_t* mat, matvar_t* variable, enum matio_compression compression) {
  STICTION_FORWARD(Mat_VarWrite, mat, variable, compression);
}
int Mat_VarWriteAppend(mat_t* mat, matvar_t* variable, enum matio_compression compression, int dimension) {
  STICTION_FORWARD(Mat_VarWriteAppend, mat, variable, compression, dimension);
}
matvar_t* Mat_VarCreate(const char* name, enum matio_classes kind, enum matio_types type, int rank, size_t* size,
                        void* data, int options) {
  STICTION_FORWARD(Mat_VarCreate, name, kind, type, rank, size, data, options);
}
matvar_t* Mat_VarCreateStruct(const char* name, int rank, size_t* size, const char** fields, unsigned count) {
  STICTION_FORWARD(Mat_VarCreateStruct, name, rank, size, fields, count);
}
int Mat_VarAddStructField(matvar_t* variable, const char* name) {
  STICTION_FORWARD(Mat_VarAddStructField, variable, name);
}
matvar_t* Mat_VarSetStructFieldByName(matvar_t* variable, const char* name, size_t index, matvar_t* field) {
  STICTION_FORWARD(Mat_VarSetStructFieldByName, variable, name, index, field);
}
unsigned Mat_VarGetNumberOfFields(matvar_t* variable) { STICTION_FORWARD(Mat_VarGetNumberOfFields, variable); }
void Mat_VarFree(matvar_t* variable) { STICTION_FORWARD(Mat_VarFree, variable); }
}
#undef STICTION_FORWARD
#endif
